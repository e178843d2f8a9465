import { setTimeout as delay } from 'node:timers/promises';
import type { Checks } from '../support/checks.js';
import { customerNumber, type InboundText } from '../support/cloud-tenant.js';
import { concurrently } from '../support/concurrently.js';
import type { FaultLoad, LoadSetting } from './under-kills.js';

export interface BurstOptions {
  readonly numbers: number;
  /** Messages of each number. */
  readonly each: number;
  /** Webhooks at a time. */
  readonly concurrency: number;
}

const rounds = 2;

/** Unknown customers write at once, and the provider reports every message twice. */
export class Burst implements FaultLoad {
  readonly name = 'burst';
  private setting!: LoadSetting;
  private customers: (readonly InboundText[])[] = [];
  private acknowledged = 0;

  constructor(private readonly options: BurstOptions) {}

  async prepare(setting: LoadSetting): Promise<void> {
    const { numbers, each } = this.options;
    this.setting = setting;
    this.customers = Array.from({ length: numbers }, (_, index) => messagesOf(setting.seed, index, each));
  }

  async run(): Promise<void> {
    for (let round = 0; round < rounds; round += 1) await this.post();
  }

  /** In the middle of a round. */
  async moment(): Promise<void> {
    const { length } = this.customers.flat();
    const middle = (Math.floor(this.acknowledged / length) + 0.5) * length;
    while (this.acknowledged < Math.min(middle, rounds * length)) await delay(5);
  }

  /** Each customer's messages one after the other, which defines their order; customers concurrently. */
  private async post(): Promise<void> {
    const { concurrency, each } = this.options;
    const { client, tenant } = this.setting;
    const send = async (message: InboundText): Promise<void> => {
      if (await client.send(tenant.webhook(message))) this.acknowledged += 1;
    };
    // the first messages of all before any second one
    for (let turn = 0; turn < each; turn += 1)
      await concurrently(
        concurrency,
        this.customers.flatMap(({ [turn]: message }) => (message ? [() => send(message)] : [])),
      );
  }

  async check(checks: Checks): Promise<void> {
    const { customers, acknowledged } = this;
    const { deployment, tenant } = this.setting;
    const { postgres } = deployment;
    const { length } = customers.flat();
    checks.equal('burst: webhooks acknowledged', acknowledged, rounds * length);
    const of = [tenant.connection.id];
    checks.equal(
      'burst: conversations',
      await postgres.count('tickets where connection_id = $1', of),
      customers.length,
    );
    const stored = await postgres.rows<{ number: string; bodies: string[]; tickets: number }>(
      `select c.number, array_agg(m.body order by m.id) as bodies, count(distinct m.ticket_id)::int as tickets
       from messages m join tickets t on t.id = m.ticket_id join contacts c on c.id = m.contact_id
       where t.connection_id = $1 and not m.from_me group by c.id`,
      of,
    );
    checks.equal('burst: contacts', stored.length, customers.length);
    const wrong = customers.filter((messages) => {
      const found = stored.find(({ number }) => number === messages[0]?.from);
      return found?.tickets !== 1 || found.bodies.join() !== messages.map(({ text }) => text).join();
    });
    checks.none('burst: customers whose messages are not complete and in order', wrong);
    const expected = ['200', 'refused', 'reset', 'timeout', '503'];
    checks.none(
      'answers to the provider other than 200',
      this.setting.client.outcomes.filter(
        ({ call, outcome }) => call.startsWith('POST /webhooks/') && !expected.includes(outcome),
      ),
    );
  }
}

function messagesOf(seed: number, customer: number, each: number): InboundText[] {
  const from = customerNumber(seed, customer);
  return Array.from({ length: each }, (_, index) => ({
    from,
    id: `wamid.${seed}.${from}.${index + 1}`,
    text: `mensagem ${index + 1} de ${from}`,
  }));
}
