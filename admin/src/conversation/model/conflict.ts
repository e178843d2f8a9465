import { isObject } from './message-content';

/** The existing ticket that prevents a new one. */
export interface Conflict {
  uuid: string;
  userId: number | null;
  userName: string | null;
  queueName: string | null;
}

const nameOf = (value: unknown) => (isObject(value) && typeof value.name === 'string' ? value.name : null);

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  try {
    return JSON.parse(value);
  } catch {
    // in other errors the field is a plain code
    return null;
  }
}

/** From `ticket` beside the error code, or from JSON in the error code. */
export function conflictOf(body: unknown): Conflict | null {
  if (!isObject(body)) return null;
  const ticket = isObject(body.ticket) ? body.ticket : parsed(body.error);
  if (!isObject(ticket) || typeof ticket.uuid !== 'string') return null;
  return {
    uuid: ticket.uuid,
    userId: typeof ticket.userId === 'number' ? ticket.userId : null,
    userName: nameOf(ticket.user),
    queueName: nameOf(ticket.queue),
  };
}
