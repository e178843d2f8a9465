import { demoPassword } from '../../src/demo/logins.js';
import { bodyOf, Client } from '../../test/support/client.js';
import { fillConversation } from '../../test/support/long-conversation.js';
import type { TicketRow } from '../../test/support/world.js';
import { onSchedule } from './open-loop.js';
import type { Watch } from './statements.js';

export const attendantEmail = 'atendente@demo.local';

/** Two conversations of the demo's attendant with customers of the sandbox: one that stays short, one of years. */
export interface DemoScene {
  readonly short: TicketRow;
  readonly long: TicketRow;
  /** Stands in the very first message of the long one. */
  readonly word: string;
  /** The customer of a conversation writes, so often a second; answers how many messages were refused. */
  write(ticket: TicketRow, rate: number, seconds: number): Promise<number>;
  /** ms that the open list of a manager takes to be answered, without a browser. */
  list(): Promise<number>;
}

export async function demoScene(url: string, watch: Watch, messages: number): Promise<DemoScene> {
  const manager = new Client(url);
  bodyOf(await manager.signIn('gestor@demo.local', demoPassword));
  const [attendant] = await watch.rows<{ id: number }>('select id::int from users where email = $1', [attendantEmail]);
  const { tickets } = bodyOf(await manager.get<{ tickets: TicketRow[] }>('/tickets?status=open&showAll=true'));
  const own = tickets.filter(
    ({ userId, channel, isGroup }) => userId === attendant?.id && channel === 'sandbox' && !isGroup,
  );
  const [short, long] = own;
  if (!short || !long) throw new Error('The demo has no two conversations of the sandbox that its attendant holds');
  const word = 'ornitorrinco';
  const query = (sql: string, params: readonly unknown[]): Promise<object[]> => watch.rows(sql, params);
  await fillConversation(query, { ticketId: long.id, messages, word: { at: 1, text: word } });
  return {
    short,
    long,
    word,
    write: async ({ whatsappId, contact }, rate, seconds) => {
      const posted: Promise<number>[] = [];
      await onSchedule(rate, Math.round(rate * seconds), (_moment, index) => {
        const body = {
          from: contact.number,
          name: contact.name,
          body: `Mensagem ${index} de muitas.`,
          media: null,
          quotedId: null,
        };
        posted.push(manager.post(`/sandbox/${whatsappId}/messages`, body).then(({ status }) => status));
      });
      return (await Promise.all(posted)).filter((status) => status !== 202).length;
    },
    list: async () => {
      const began = performance.now();
      bodyOf(await manager.get('/tickets?status=open&showAll=true'));
      return performance.now() - began;
    },
  };
}
