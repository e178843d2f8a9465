import { AppError, defineErrors, errorCode, wellKnownError } from '../../../core/errors/app-error.js';
import { coreErrors, invalidField } from '../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../core/i18n.js';

export const ticketErrors = defineErrors({
  ERR_NO_TICKET_FOUND: wellKnownError(
    404,
    'Nenhuma conversa encontrada com este ID.',
    'No conversation found with this ID.',
    'No se encontró una conversación con este ID.',
  ),
  ERR_OTHER_OPEN_TICKET: wellKnownError(
    409,
    'Já existe uma conversa aberta para este contato.',
    'There is already an open conversation for this contact.',
    'Ya existe una conversación abierta para este contacto.',
  ),
  ERR_TICKET_MOVED_ON: errorCode(
    409,
    'Já houve novidade nesta conversa: ela ficou como está.',
    'Something has happened in this conversation since: it stays as it is.',
    'Ya hubo novedades en esta conversación: queda como está.',
  ),
  ERR_CREATING_TICKET: wellKnownError(
    400,
    'Ocorreu um erro ao criar a conversa.',
    'The conversation could not be created.',
    'Ocurrió un error al crear la conversación.',
  ),
  ERR_NO_TICKET_NOTE_FOUND: errorCode(
    404,
    'Nenhuma observação encontrada com este ID.',
    'No note found with this ID.',
    'No se encontró una observación con este ID.',
  ),
  ERR_TICKET_NOT_WAITING: errorCode(
    409,
    'A conversa não está pendente.',
    'The conversation is not waiting.',
    'La conversación no está pendiente.',
  ),
  ERR_TICKET_NOT_ATTENDED: errorCode(
    409,
    'A conversa não está aberta.',
    'The conversation is not open.',
    'La conversación no está abierta.',
  ),
  ERR_TICKET_NOT_CLOSED: errorCode(
    409,
    'A conversa não está resolvida.',
    'The conversation is not resolved.',
    'La conversación no está resuelta.',
  ),
  ERR_NOT_RESPONSIBLE: errorCode(
    409,
    'Só o atendente responsável marca a conversa como lida.',
    'Only the responsible attendant marks the conversation as read.',
    'Solo el agente responsable marca la conversación como leída.',
  ),
  ERR_UNDO_OVER: errorCode(
    409,
    'Já não é possível desfazer.',
    'This can no longer be undone.',
    'Ya no es posible deshacer.',
  ),
});

const notAllowed = t('Acesso não permitido', 'Access not allowed', 'Acceso no permitido');

/** A ticket of the company that this user may not see (spec 000 §5). */
export const ticketNotAllowed = (): AppError => coreErrors.ERR_NO_PERMISSION({ text: notAllowed });
export const queueRequired = invalidField(
  'queueId',
  'Selecione uma fila',
  'Choose a department',
  'Seleccione un departamento',
);

export const userRequired = invalidField(
  'userId',
  'Informe o atendente: um programa não atende conversas',
  'Say which attendant: a program attends no conversations',
  'Indique el agente: un programa no atiende conversaciones',
);

/** The conflicting ticket with its user and queue. */
export interface ConflictingTicket {
  readonly id: number;
  readonly uuid: string;
  readonly userId: number | null;
  readonly user: { readonly name: string } | null;
  readonly queue: { readonly name: string } | null;
}

const takenText = t(
  'Esta conversa já está com {{user}}.',
  '{{user}} already has this conversation.',
  'Esta conversación ya está con {{user}}.',
);
const otherTakenText = t(
  'Já existe uma conversa aberta para este contato, com {{user}}.',
  'There is already an open conversation for this contact, with {{user}}.',
  'Ya existe una conversación abierta para este contacto, con {{user}}.',
);

function conflict(ticket: ConflictingTicket, text: Localized): AppError {
  const user = ticket.user?.name;
  return ticketErrors.ERR_OTHER_OPEN_TICKET({ ...(user ? { text, params: { user } } : {}), body: { ticket } });
}

/** 409 with the conflicting ticket in the body (behaviour.md §4). */
export const otherOpenTicket = (ticket: ConflictingTicket): AppError => conflict(ticket, otherTakenText);
/** 409: another user has the ticket. */
export const ticketAlreadyAssigned = (ticket: ConflictingTicket): AppError => conflict(ticket, takenText);

/** The spec's error of `POST /tickets`: `error` contains the conflicting ticket as JSON text. */
export const ticketCreationConflict = (ticket: ConflictingTicket): AppError =>
  ticketErrors.ERR_OTHER_OPEN_TICKET({
    params: { user: ticket.user?.name ?? '' },
    body: { error: JSON.stringify(ticket), ticket },
  });

/** The ticket belongs to another contact; an unknown contact causes the same error. */
export const contactMismatch = invalidField(
  'contactId',
  'A conversa não é deste contato',
  'The conversation is not with this contact',
  'La conversación no es de este contacto',
);

/** Unknown users, the caller, and users who do not see the ticket cause the same error. */
export const notMentionable = invalidField(
  'mentions',
  'Só colegas que veem esta conversa podem ser mencionados',
  'Only colleagues who see this conversation can be mentioned',
  'Solo se puede mencionar a colegas que ven esta conversación',
);
