import { randomUUID } from 'node:crypto';
import { acceptAll, type Conversation } from './conversations.js';
import { Courier } from './courier.js';
import { pause } from './figures.js';
import { LiveView } from './live-view.js';
import { as, atOnce, numberOf, type Person, type Said, type Scene } from './scene.js';
import type { Stage } from './stage.js';

export interface LoadSize {
  readonly seed: number;
  /** Customers who write, one message after the other each. */
  readonly customers: number;
  /** ms that a customer, an attendant or a poller rests between two calls. */
  readonly restMs: number;
}

/** What the world outside knows for certain. */
export interface Ledger {
  readonly written: Said[];
  readonly replied: { readonly id: number; readonly number: string }[];
}

/** Customers write, attendants reply, screens poll and listen: until it is told to stop. */
export class Load {
  readonly ledger: Ledger = { written: [], replied: [] };
  readonly courier: Courier;
  private running = true;
  private working: Promise<void>[] = [];

  private constructor(
    private readonly scene: Scene,
    private readonly conversations: readonly Conversation[],
    readonly views: readonly LiveView[],
    private readonly size: LoadSize,
    urls: readonly string[],
  ) {
    this.courier = new Courier(urls);
  }

  /** Makes the conversations and opens the screens. */
  static async prepare(stage: Stage, scene: Scene, size: LoadSize): Promise<Load> {
    const courier = new Courier(stage.urls);
    const numbers = Array.from({ length: size.customers }, (_, index) => numberOf(size.seed, index));
    await atOnce(
      10,
      numbers.map((from) => () => courier.deliver(scene.webhook(hello(size.seed, from)))),
    );
    await stage.settled();
    const conversations = await acceptAll(stage, scene, courier);
    await courier.close();
    await stage.settled();
    const people = [scene.admin, scene.admin, ...scene.attendants];
    const views = await Promise.all(
      people.map(({ client, email }, index) => {
        const own = conversations.filter(({ person }) => person.email === email);
        const open = own[0] ?? conversations[index % conversations.length];
        return LiveView.open(email, client, open?.id ?? 0);
      }),
    );
    return new Load(scene, conversations, views, size, stage.urls);
  }

  start(): void {
    const { conversations, scene } = this;
    this.working = [
      ...conversations.map(({ number }) => this.write(number)),
      ...conversations.map((conversation) => this.reply(conversation)),
      ...[scene.admin, ...scene.attendants].map((person) => this.poll(person)),
    ];
  }

  /** Until everything that was begun is acknowledged. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.working);
  }

  async close(): Promise<void> {
    for (const view of this.views) view.close();
    await this.courier.close();
  }

  private async write(from: string): Promise<void> {
    for (let number = 1; this.running; number += 1) {
      const id = `wamid.${randomUUID()}`;
      const said = { from, id, text: `mensagem ${number} de ${from}`, at: Date.now() };
      if (await this.courier.deliver(this.scene.webhook(said))) this.ledger.written.push(said);
      await pause(this.size.restMs);
    }
  }

  private async reply({ id, number, person }: Conversation): Promise<void> {
    for (let count = 1; this.running; count += 1) {
      const body = { body: `resposta ${count} para ${number}`, clientMessageId: randomUUID() };
      const answer = await this.courier.deliver(as(person, 'POST', `/messages/${id}`, body));
      if (answer) this.ledger.replied.push({ id: (JSON.parse(answer.body) as { id: number }).id, number });
      await pause(this.size.restMs);
    }
  }

  private async poll(person: Person): Promise<void> {
    while (this.running) {
      await this.courier.deliver(as(person, 'GET', '/tickets?status=open'));
      await pause(this.size.restMs);
    }
  }
}

function hello(seed: number, from: string): Said {
  return { from, id: `wamid.${seed}.${from}`, text: 'Bom dia', at: Date.now() };
}
