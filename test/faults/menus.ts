import { setTimeout as delay } from 'node:timers/promises';
import type { Checks } from '../support/checks.js';
import { bodyOf } from '../support/client.js';
import { type CloudTenant, customerNumber } from '../support/cloud-tenant.js';
import type { Named } from '../support/world.js';
import type { FaultLoad, LoadSetting } from './under-kills.js';

/** A customer writes on only after an answer: servers that live for a second each take their time. */
const patienceMs = 300_000;

/** What a customer wrote, one text after the answer to the one before. */
export interface Walked {
  readonly number: string;
  /** For each of their texts a part of the answer. */
  readonly expected: readonly string[];
}

/** Customers, so many at a time, write to an automatic partner: each text gets its one answer. */
export abstract class Walkers implements FaultLoad {
  abstract readonly name: string;
  protected setting!: LoadSetting;
  protected readonly walked: Walked[] = [];
  private begun = 0;

  constructor(private readonly customers: number) {}

  async prepare(setting: LoadSetting): Promise<void> {
    this.setting = setting;
    await this.setUp(setting.tenant);
  }

  protected abstract setUp(tenant: CloudTenant): Promise<void>;
  /** What the customer writes, with a part of the answer. */
  protected abstract stepsOf(number: string): readonly (readonly [text: string, answer: string])[];

  async run(killing: () => boolean): Promise<void> {
    const walkers = Array.from({ length: this.customers }, async () => {
      do {
        this.begun += 1;
        this.walked.push(await this.walk(customerNumber(this.setting.seed, this.begun)));
      } while (killing());
    });
    await Promise.all(walkers);
  }

  private async walk(number: string): Promise<Walked> {
    const { deployment, tenant, client } = this.setting;
    const answers = (): Promise<number> =>
      deployment.postgres.count('messages m join contacts c on c.id = m.contact_id where m.from_me and c.number = $1', [
        number,
      ]);
    const expected: string[] = [];
    for (const [text, answer] of this.stepsOf(number)) {
      await client.send(tenant.webhook({ from: number, id: `wamid.${number}.${expected.length}`, text }));
      expected.push(answer);
      const end = Date.now() + patienceMs;
      while ((await answers()) < expected.length && Date.now() < end) await delay(20);
    }
    return { number, expected };
  }

  async check(checks: Checks): Promise<void> {
    const { name, walked, setting } = this;
    const stored = await setting.deployment.postgres.rows<{ number: string; bodies: string[] }>(
      `select c.number, array_agg(m.body order by m.id) as bodies from messages m join contacts c on c.id = m.contact_id
       join tickets t on t.id = m.ticket_id where m.from_me and t.connection_id = $1 group by 1`,
      [setting.tenant.connection.id],
    );
    const answered = walked.map(({ number, expected }) => {
      const bodies = stored.find((row) => row.number === number)?.bodies ?? [];
      return {
        number,
        lost: expected.length - bodies.length,
        wrong: expected.some((part, at) => !bodies[at]?.includes(part)),
      };
    });
    checks.none(
      `${name}: customers with an answer lost`,
      answered.filter(({ lost }) => lost > 0),
    );
    checks.none(
      `${name}: customers with an answer doubled`,
      answered.filter(({ lost }) => lost < 0),
    );
    checks.none(
      `${name}: customers with another answer`,
      answered.filter(({ lost, wrong }) => lost === 0 && wrong),
    );
    checks.figure(`${name}: customers`, walked.length);
  }
}

/** Two departments, one with options. */
export class Menus extends Walkers {
  readonly name = 'menus';

  protected async setUp({ w, connection }: CloudTenant): Promise<void> {
    const form = { name: 'Balcão', color: '#8250df', orderQueue: 1 };
    const { id: queueId } = bodyOf(await w.admin.post<Named>('/queue', form), 201);
    const option = async (title: string, message: string, parentId: number | null = null): Promise<number> =>
      bodyOf(await w.admin.post<Named>('/queue-options', { queueId, parentId, title, message }), 201).id;
    bodyOf(
      await w.admin.put(`/whatsapp/${connection.id}`, {
        queueIds: [queueId, w.support.id],
        greetingMessage: 'Com quem deseja falar?',
        maxUseBotQueues: 10,
      }),
    );
    const orders = await option('Pedidos', 'Sobre pedidos:');
    await option('Andamento', 'Em preparo.', orders);
    await option('Trocas', 'Traga a nota.', orders);
  }

  protected stepsOf(): readonly (readonly [string, string])[] {
    return [
      ['oi', 'Com quem deseja falar?'],
      ['não sei', 'Com quem deseja falar?'],
      ['1', '- Pedidos'],
      ['1', 'Sobre pedidos:'],
      ['0', '- Pedidos'],
      ['#', 'Com quem deseja falar?'],
      ['1', '- Pedidos'],
      ['1', 'Sobre pedidos:'],
      ['2', 'Traga a nota.'],
    ];
  }
}
