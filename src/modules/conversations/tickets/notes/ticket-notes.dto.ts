import { Transform } from 'class-transformer';
import { t } from '../../../../core/i18n.js';
import { Multiline, Reference, References } from '../../../../core/resource/fields.js';

const conversation = t('Conversa', 'Conversation', 'Conversación');
const contact = t('Contato', 'Contact', 'Contacto');

export class TicketNoteInput {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Multiline({
    label: t('Observação', 'Note', 'Observación'),
    min: 2,
    messages: { required: t('Requerido', 'Required', 'Requerido') },
  })
  note!: string;

  @Reference({ resource: 'tickets', label: conversation })
  ticketId!: number;

  @Reference({ resource: 'contacts', label: contact })
  contactId!: number;

  /** Users who are mentioned in the note as `@` and their name; they are notified. */
  @References({ resource: 'users', label: t('Menções', 'Mentions', 'Menciones'), default: [], max: 20 })
  mentions!: number[];
}

export class SeenMentionsInput {
  @References({ resource: 'users', label: t('Menções', 'Mentions', 'Menciones'), max: 50 })
  ids!: number[];
}
