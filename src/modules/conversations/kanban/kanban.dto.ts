import { t } from '../../../core/i18n.js';
import { Reference } from '../../../core/resource/fields.js';

const card = t('Conversa', 'Conversation', 'Conversación');

export class CardMoveInput {
  @Reference({ resource: 'tags', label: t('Coluna', 'Lane', 'Columna'), optional: true })
  tagId?: number | null;

  /** The card that it is put below; where it is not in that lane any more, `beforeId` counts. */
  @Reference({ resource: 'tickets', label: card, optional: true })
  afterId?: number | null;

  /** The card that it is put above. Without either it goes to the top. */
  @Reference({ resource: 'tickets', label: card, optional: true })
  beforeId?: number | null;
}
