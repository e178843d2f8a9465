import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '../support/child-program.js';
import { RetryingClient } from '../support/retrying-client.js';
import { type AnsweredTicket, reply } from './replies.js';

/** An acknowledged reply. */
export interface TimedReply {
  readonly id: number;
  /** ms since the epoch at which it was posted first. */
  readonly postedAt: number;
  /** ms until it was acknowledged. */
  readonly answerMs: number;
}

const perSecond = 5;
let stopped = false;
let answering: Promise<TimedReply[]>;

/** Attendants answer the tickets in turn, in a process of their own: what the simulated provider does delays no call. */
export const api = {
  start(urls: readonly string[], tickets: readonly AnsweredTicket[]): void {
    stopped = false;
    answering = answerInTurn(urls, tickets);
  },

  stop(): Promise<TimedReply[]> {
    stopped = true;
    return answering;
  },
};
serve(api);

async function answerInTurn(urls: readonly string[], tickets: readonly AnsweredTicket[]): Promise<TimedReply[]> {
  const client = new RetryingClient(urls);
  const sent: Promise<TimedReply | undefined>[] = [];
  while (!stopped) {
    const ticket = tickets[sent.length % tickets.length];
    if (ticket) sent.push(timed(client, ticket, `resposta ${sent.length}`));
    await delay(1000 / perSecond);
  }
  const replies = (await Promise.all(sent)).flatMap((each) => each ?? []);
  await client.close();
  return replies;
}

async function timed(client: RetryingClient, ticket: AnsweredTicket, text: string): Promise<TimedReply | undefined> {
  const postedAt = Date.now();
  const made = await reply(client, ticket, text);
  return made && { id: made.id, postedAt, answerMs: Date.now() - postedAt };
}
