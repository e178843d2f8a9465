import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Checks } from '../support/checks.js';
import type { CustomerTicket } from '../support/cloud-tenant.js';
import { callAs } from '../support/retrying-client.js';
import type { FaultLoad, LoadSetting } from './under-kills.js';

/** How long before it is due a message is scheduled; the rest of the time its text may be changed. */
const aheadMs = [400, 1_500] as const;
const changedMark = ', mudado';
const patienceMs = 90_000;

interface Planned {
  readonly id: number;
  readonly number: string;
  readonly repeated: boolean;
  /** What may have been sent. */
  readonly texts: readonly string[];
}

interface Stored {
  readonly id: number;
  readonly status: string;
  readonly sent: string[];
  readonly statuses: string[];
  /** The provider does not have its message, and the schedule shows that nobody knows. */
  readonly uncertain: boolean;
  /** Occurrences that wait, with the text that was sent. */
  readonly next: number;
}

/**
 * Messages that are due, some changed right then: each is sent once, as its attendant was told, and each repetition has one
 * next occurrence.
 */
export class Schedules implements FaultLoad {
  readonly name = 'schedules';
  /** Before its transaction, during it, or after the commit. */
  readonly longestPauseMs = 60;
  private setting!: LoadSetting;
  private tickets: CustomerTicket[] = [];
  private readonly planned: Planned[] = [];
  private over = false;

  /** @param customers for each of whom one message after the other is scheduled */
  constructor(private readonly customers: number) {}

  async prepare(setting: LoadSetting): Promise<void> {
    this.setting = setting;
    this.tickets = await setting.tenant.openTickets(setting.client, setting.seed, this.customers);
  }

  async run(killing: () => boolean): Promise<void> {
    const planners = this.tickets.map(async (ticket) => {
      do {
        const one = await this.plan(ticket);
        if (one) this.planned.push(one);
      } while (killing());
    });
    await Promise.all(planners);
    this.over = true;
  }

  /** The server works on one that is due. */
  async moment(): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!this.over && (await this.interrupted()) === 0 && Date.now() < end) await delay(1);
  }

  interrupted(): Promise<number> {
    return this.setting.deployment.postgres.count("outbox_jobs where name = 'send-schedule' and leased_until > now()");
  }

  /** Schedules a message, perhaps changes it when it is due, and waits until it is sent. undefined: it was refused */
  private async plan({ id: ticketId, number, attendant }: CustomerTicket): Promise<Planned | undefined> {
    const { client, random, deployment } = this.setting;
    const { postgres } = deployment;
    const contact = await postgres.row<{ id: number }>('select contact_id::int as id from tickets where id = $1', [
      ticketId,
    ]);
    const text = `Lembrete ${randomUUID()}`;
    const repeated = random.between([0, 1]) < 0.5;
    const dueAt = Date.now() + random.between(aheadMs);
    const body = { body: text, contactId: contact.id, sendAt: new Date(dueAt).toISOString() };
    const call = callAs(attendant, 'POST', '/schedules', { ...body, repetition: repeated ? 'daily' : 'none' });
    const answer = await client.send({ ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } });
    // too late by then
    if (!answer) return undefined;
    const { id } = JSON.parse(answer.body) as { id: number };
    const changed = `${text}${changedMark}`;
    let texts = [text];
    if (random.between([0, 1]) < 0.5) {
      await delay(Math.max(0, dueAt - Date.now() + random.between([-50, 50])));
      // a change whose answer was lost may be refused when it is repeated, as the message was sent by then
      const isChanged = await client.send(callAs(attendant, 'PUT', `/schedules/${id}`, { body: changed }));
      texts = isChanged ? [changed] : [text, changed];
    }
    const end = Date.now() + patienceMs;
    const isSent = (): Promise<number> => postgres.count("schedules where id = $1 and status = 'ENVIADA'", [id]);
    while ((await isSent()) === 0 && Date.now() < end) await delay(20);
    return { id, number, repeated, texts };
  }

  async check(checks: Checks): Promise<void> {
    const { deployment } = this.setting;
    const rows = await deployment.postgres.rows<Stored>(
      `select s.id::int, s.status, coalesce(array_agg(m.body) filter (where m.id is not null), '{}') as sent,
         coalesce(array_agg(m.status) filter (where m.id is not null), '{}') as statuses,
         coalesce(bool_and(s.status = 'ERRO' and m.error_code = 'UNCERTAIN' and m.id <> all($1::bigint[])), false) as uncertain,
         (select count(*)::int from schedules n where n.contact_id = s.contact_id and n.body = s.body and n.status = 'PENDENTE') as next
       from schedules s left join messages m on (m.data->>'scheduleId')::bigint = s.id
       where s.status <> 'PENDENTE' group by s.id`,
      [[...deployment.graph.log.byCallbackData().keys()]],
    );
    const found = this.planned.map((one) => ({ ...one, stored: rows.find(({ id }) => id === one.id) }));
    const sent = found.filter(({ stored }) => stored?.status === 'ENVIADA');
    checks.none(
      'schedules that were not sent',
      found.filter(({ stored }) => !stored?.uncertain && (stored?.status !== 'ENVIADA' || stored.sent.length === 0)),
    );
    checks.none(
      'schedules that were sent twice',
      found.filter(({ stored }) => stored && stored.sent.length > 1),
    );
    checks.none(
      'schedules sent with another text',
      sent.filter(({ texts, stored }) => !stored?.sent.every((text) => texts.includes(text))),
    );
    checks.none(
      'messages that did not leave',
      sent.filter(({ stored }) => stored?.statuses.some((status) => ['queued', 'sending', 'failed'].includes(status))),
    );
    checks.none(
      'repetitions without one next occurrence',
      sent.filter(({ repeated, stored }) => stored?.next !== (repeated ? 1 : 0)),
    );
    checks.figure('schedules uncertain', found.filter(({ stored }) => stored?.uncertain).length);
    checks.figure('schedules', this.planned.length);
    checks.figure(
      'schedules changed when they were due',
      this.planned.filter(({ texts: [text] }) => text?.endsWith(changedMark)).length,
    );
  }
}
