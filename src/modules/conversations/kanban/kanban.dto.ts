import { t } from '../../../core/i18n.js';
import { Reference } from '../../../core/resource/fields.js';

const card = t('Conversa', 'Conversation', 'Conversación');

export class CardMoveInput {
  @Reference({ resource: 'tags', label: t('Coluna', 'Lane', 'Columna'), optional: true })
  tagId?: number | null;

  /** The card above the new position; if it is no longer in that lane, `beforeId` counts. */
  @Reference({ resource: 'tickets', label: card, optional: true })
  afterId?: number | null;

  /** The card below the new position. Without `afterId` and `beforeId` the card goes to the top. */
  @Reference({ resource: 'tickets', label: card, optional: true })
  beforeId?: number | null;
}
