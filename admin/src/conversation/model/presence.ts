import type { Schemas } from '../../providers/api-types';
import type { Ticket, TicketAction } from './types';

export type Viewer = Schemas['TicketViewer'];
export type TicketViewers = Schemas['ViewedTicket'];

/** Viewers by ticket id. */
export type ViewersByTicket = Readonly<Record<number, readonly Viewer[]>>;

export function withViewers(viewed: ViewersByTicket, { ticketId, viewers }: TicketViewers): ViewersByTicket {
  if (viewers.length > 0) return { ...viewed, [ticketId]: viewers };
  const { [ticketId]: _gone, ...rest } = viewed;
  return rest;
}

/** The other viewers; those who only peek come last. */
export function otherViewers(viewers: readonly Viewer[] | undefined, me: number): Viewer[] {
  return (viewers ?? []).filter(({ id }) => id !== me).toSorted((a, b) => Number(a.peeking) - Number(b.peeking));
}

export interface Takeover {
  what: 'accepted' | 'reopened' | 'transferred_to_you' | 'transferred' | 'closed' | 'waits';
  /** null if unknown. */
  by: string | null;
  /** The new queue and attendant. */
  to: string;
}

type Assignment = Pick<Ticket, 'status' | 'userId' | 'queueId'>;

const destination = ({ queue, user }: Ticket): string =>
  [queue?.name, user?.name].filter((name) => name !== undefined).join(' · ');

function changeOf({ what }: TicketAction, now: Ticket, me: number): Takeover['what'] | null {
  if (what === 'accepted' || what === 'reopened' || what === 'closed') return what;
  if (what === 'transferred') return now.userId === me ? 'transferred_to_you' : 'transferred';
  return what === 'released' ? 'waits' : null;
}

/** null if the user did it themselves or nothing relevant changed. */
export function takeoverOf(act: TicketAction | undefined, now: Ticket, me: number): Takeover | null {
  if (!act || act.by.id === me) return null;
  const what = changeOf(act, now, me);
  return what && { what, by: act.by.name, to: destination(now) };
}

/** Infers the takeover from the difference, because the event was missed. */
export function takeoverSince(before: Assignment, now: Ticket, me: number): Takeover | null {
  if (now.userId === me && now.status === 'open') return null;
  const to = destination(now);
  if (now.status === 'open' && before.userId !== now.userId)
    return { what: 'accepted', by: now.user?.name ?? null, to };
  if (before.status === 'open' && now.status === 'closed') return { what: 'closed', by: null, to };
  if (before.status === 'open' && now.status === 'pending') return { what: 'waits', by: null, to };
  return null;
}
