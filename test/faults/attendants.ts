import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '../support/child-program.js';
import { RetryingClient } from '../support/retrying-client.js';
import { type AnsweredTicket, reply } from './replies.js';

export interface Replies {
  /** ms since the epoch at which the acknowledged replies were posted first, by id. */
  readonly postedAt: readonly (readonly [id: number, at: number])[];
  /** ms that the server took to answer, of each call. */
  readonly answerMs: readonly number[];
}

const perSecond = 5;
let stopped = false;
let replies: Promise<Replies>;

/** Attendants answer the tickets in turn, in a process of their own: what the simulated provider does delays no call. */
export const api = {
  start(urls: readonly string[], tickets: readonly AnsweredTicket[]): void {
    stopped = false;
    replies = answerInTurn(urls, tickets);
  },

  stop(): Promise<Replies> {
    stopped = true;
    return replies;
  },
};
serve(api);

async function answerInTurn(urls: readonly string[], tickets: readonly AnsweredTicket[]): Promise<Replies> {
  const client = new RetryingClient(urls);
  const sent: Promise<readonly [number, number] | undefined>[] = [];
  while (!stopped) {
    const ticket = tickets[sent.length % tickets.length];
    const at = Date.now();
    if (ticket)
      sent.push(reply(client, ticket, `resposta ${sent.length}`).then((made) => made && ([made.id, at] as const)));
    await delay(1000 / perSecond);
  }
  const postedAt = (await Promise.all(sent)).flatMap((each) => (each ? [each] : []));
  await client.close();
  return { postedAt, answerMs: client.outcomes.map(({ sentAt, endedAt }) => endedAt - sentAt) };
}
