import type { Named } from './types';

/** A colleague who has a conversation open. */
export interface Viewer extends Named {
  /** Only looks, and cannot write. */
  peeking: boolean;
  typing: boolean;
}

export interface TicketViewers {
  ticketId: number;
  viewers: Viewer[];
}

/** Who has which conversation open, by its id. */
export type ViewersByTicket = Readonly<Record<number, readonly Viewer[]>>;

export function withViewers(viewed: ViewersByTicket, { ticketId, viewers }: TicketViewers): ViewersByTicket {
  if (viewers.length > 0) return { ...viewed, [ticketId]: viewers };
  const { [ticketId]: _gone, ...rest } = viewed;
  return rest;
}

/** The others among them, those at work first. */
export function otherViewers(viewers: readonly Viewer[] | undefined, me: number): Viewer[] {
  return (viewers ?? []).filter(({ id }) => id !== me).toSorted((a, b) => Number(a.peeking) - Number(b.peeking));
}
