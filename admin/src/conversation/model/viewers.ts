import type { Named } from './types';

export interface Viewer extends Named {
  /** Reads in the peek drawer. */
  peeking: boolean;
  typing: boolean;
}

export interface TicketViewers {
  ticketId: number;
  viewers: Viewer[];
}

/** By ticket id. */
export type ViewersByTicket = Readonly<Record<number, readonly Viewer[]>>;

export function withViewers(viewed: ViewersByTicket, { ticketId, viewers }: TicketViewers): ViewersByTicket {
  if (viewers.length > 0) return { ...viewed, [ticketId]: viewers };
  const { [ticketId]: _gone, ...rest } = viewed;
  return rest;
}

/** Without the user; peeking ones last. */
export function otherViewers(viewers: readonly Viewer[] | undefined, me: number): Viewer[] {
  return (viewers ?? []).filter(({ id }) => id !== me).toSorted((a, b) => Number(a.peeking) - Number(b.peeking));
}
