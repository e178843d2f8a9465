import type { Named, Ticket, TicketAction } from './types';

/** What a colleague did with the conversation that is open here. */
export interface Takeover {
  what: 'accepted' | 'reopened' | 'transferred_to_you' | 'transferred' | 'closed' | 'waits';
  /** null: it was not heard who did it. */
  by: string | null;
  /** Where it is now: a department, a person. */
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

/** What an event says a colleague did; null when it was oneself, or nothing that matters here. */
export function takeoverOf(act: TicketAction | undefined, now: Ticket, me: number): Takeover | null {
  if (!act || act.by.id === me) return null;
  const what = changeOf(act, now, me);
  return what && { what, by: act.by.name, to: destination(now) };
}

/** What must have happened when the event about it was missed, told by the difference alone. */
export function takeoverSince(before: Assignment, now: Ticket, me: number): Takeover | null {
  if (now.userId === me && now.status === 'open') return null;
  const to = destination(now);
  const by: Named | null = now.user;
  if (now.status === 'open' && before.userId !== now.userId) return { what: 'accepted', by: by?.name ?? null, to };
  if (before.status === 'open' && now.status === 'closed') return { what: 'closed', by: null, to };
  if (before.status === 'open' && now.status === 'pending') return { what: 'waits', by: null, to };
  return null;
}
