import { randomUUID } from 'node:crypto';
import { acceptAll, type Conversation } from './conversations.js';
import type { Courier } from './courier.js';
import { as, atOnce, numberOf, type Scene } from './scene.js';
import type { Stage } from './stage.js';

/** One reply as its attendant knows it. */
export interface Reply {
  readonly id: number;
  readonly number: string;
}

/** Conversations that customers began and attendants accepted, evenly. */
export async function converse(
  stage: Stage,
  scene: Scene,
  courier: Courier,
  { seed, tickets }: { readonly seed: number; readonly tickets: number },
): Promise<Conversation[]> {
  const numbers = Array.from({ length: tickets }, (_, index) => numberOf(seed, index));
  const writes = numbers.map((from, index) => async () => {
    const said = { from, id: `wamid.${seed}.${index}`, text: 'Bom dia', at: Date.now() };
    if (!(await courier.deliver(scene.webhook(said)))) throw new Error(`${from} could not write`);
  });
  await atOnce(20, writes);
  await stage.settled();
  return acceptAll(stage, scene, courier);
}

/** Every conversation gets its share, one reply after the other; a reply keeps its id over every attempt. */
export async function reply(courier: Courier, tickets: readonly Conversation[], messages: number): Promise<Reply[]> {
  const replies: Reply[] = [];
  const write = (ticket: Conversation, share: number) => async (): Promise<void> => {
    for (let number = 1; number <= share; number += 1) {
      const body = { body: `resposta ${number}`, clientMessageId: randomUUID() };
      const answer = await courier.deliver(as(ticket.person, 'POST', `/messages/${ticket.id}`, body));
      if (!answer) return;
      replies.push({ id: (JSON.parse(answer.body) as { id: number }).id, number: ticket.number });
    }
  };
  const share = Math.floor(messages / tickets.length);
  await atOnce(
    16,
    tickets.map((ticket, index) => write(ticket, share + (index < messages % tickets.length ? 1 : 0))),
  );
  return replies;
}
