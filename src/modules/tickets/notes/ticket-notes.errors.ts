import { type AppError, defineErrors } from '../../../core/errors/app-error.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { t } from '../../../core/i18n.js';

export const ticketNoteErrors = defineErrors({
  ERR_NO_TICKET_NOTE_FOUND: {
    status: 404,
    text: t(
      'Nenhuma observação encontrada com este ID.',
      'No note found with this ID.',
      'No se encontró una observación con este ID.',
    ),
  },
});

const notOfTicket = t(
  'A conversa não é deste contato',
  'The conversation is not with this contact',
  'La conversación no es de este contacto',
);

const notMentionableText = t(
  'Só colegas que veem esta conversa podem ser mencionados',
  'Only colleagues who see this conversation can be mentioned',
  'Solo se puede mencionar a colegas que ven esta conversación',
);

/** Users who do not see the ticket, the caller, and unknown ids get the same answer. */
export const notMentionable = (): AppError => coreErrors.ERR_VALIDATION({ fields: { mentions: notMentionableText } });

/** The ticket is another contact's; an unknown contact gets the same answer. */
export const contactMismatch = (): AppError => coreErrors.ERR_VALIDATION({ fields: { contactId: notOfTicket } });
