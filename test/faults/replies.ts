import { randomUUID } from 'node:crypto';
import type { Client } from '../support/client.js';
import type { CustomerTicket } from '../support/cloud-tenant.js';
import { concurrently } from '../support/concurrently.js';
import { callAs, type RetryingClient } from '../support/retrying-client.js';

/** An acknowledged reply. */
export interface Reply {
  readonly id: number;
  readonly number: string;
}

/** What a reply needs of a conversation; it can be passed to another process. */
export interface AnsweredTicket extends Pick<CustomerTicket, 'id' | 'number'> {
  readonly attendant: Pick<Client, 'token'>;
}

/** Sends a reply and repeats it, with the same client id, until it is acknowledged. */
export async function reply(
  client: RetryingClient,
  { id, number, attendant }: AnsweredTicket,
  text: string,
): Promise<Reply | undefined> {
  const body = { body: text, clientMessageId: randomUUID() };
  const answer = await client.send(callAs(attendant, 'POST', `/messages/${id}`, body));
  return answer && { id: (JSON.parse(answer.body) as { id: number }).id, number };
}

/** So many replies, evenly over the tickets; those of a ticket one after the other. */
export async function replyToAll(
  client: RetryingClient,
  tickets: readonly CustomerTicket[],
  messages: number,
): Promise<Reply[]> {
  const share = Math.floor(messages / tickets.length);
  const replies = tickets.map((ticket, index) => async () => {
    const own: Reply[] = [];
    for (let number = 1; number <= share + (index < messages % tickets.length ? 1 : 0); number += 1) {
      const sent = await reply(client, ticket, `resposta ${number}`);
      if (sent) own.push(sent);
    }
    return own;
  });
  return (await concurrently(16, replies)).flat();
}
