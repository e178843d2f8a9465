import { AppError, defineErrors } from '../../core/errors/app-error.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { type Localized, t } from '../../core/i18n.js';

export const ticketErrors = defineErrors({
  ERR_NO_TICKET_FOUND: {
    status: 404,
    wellKnown: true,
    text: t(
      'Nenhuma conversa encontrada com este ID.',
      'No conversation found with this ID.',
      'No se encontró una conversación con este ID.',
    ),
  },
  ERR_OTHER_OPEN_TICKET: {
    status: 409,
    wellKnown: true,
    text: t(
      'Já existe uma conversa aberta para este contato.',
      'There is already an open conversation for this contact.',
      'Ya existe una conversación abierta para este contacto.',
    ),
  },
  ERR_TICKET_MOVED_ON: {
    status: 409,
    text: t(
      'Já houve novidade nesta conversa: ela ficou como está.',
      'Something has happened in this conversation since: it stays as it is.',
      'Ya hubo novedades en esta conversación: queda como está.',
    ),
  },
  ERR_CREATING_TICKET: {
    status: 400,
    wellKnown: true,
    text: t(
      'Ocorreu um erro ao criar a conversa.',
      'The conversation could not be created.',
      'Ocurrió un error al crear la conversación.',
    ),
  },
});

const notAllowed = t('Acesso não permitido', 'Access not allowed', 'Acceso no permitido');
const chooseQueue = t('Selecione uma fila', 'Choose a department', 'Seleccione un departamento');

/** A ticket of the company that this user may not see (spec 000 §5). */
export const ticketNotAllowed = (): AppError => coreErrors.ERR_NO_PERMISSION({ text: notAllowed });
export const queueRequired = (): AppError => coreErrors.ERR_VALIDATION({ fields: { queueId: chooseQueue } });

/** The ticket that is in conflict, with who has it. */
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
/** 409: the ticket itself is assigned to somebody else. */
export const ticketAlreadyAssigned = (ticket: ConflictingTicket): AppError => conflict(ticket, takenText);

/** As `POST /tickets` answers in the spec: `error` is the JSON text of the conflicting ticket. */
export const ticketCreationConflict = (ticket: ConflictingTicket): AppError =>
  ticketErrors.ERR_OTHER_OPEN_TICKET({
    params: { user: ticket.user?.name ?? '' },
    body: { error: JSON.stringify(ticket), ticket },
  });
