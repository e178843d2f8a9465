import { setTimeout as delay } from 'node:timers/promises';
import type { Checks } from '../support/checks.js';
import type { CustomerTicket } from '../support/cloud-tenant.js';
import { type Reply, reply } from './replies.js';
import type { FaultLoad, LoadSetting } from './under-kills.js';

export interface OutboundOptions {
  /** At least so many; more while servers are killed. */
  readonly messages: number;
  readonly tickets: number;
  /** Between two replies of a conversation. */
  readonly pauseMs: number;
}

const patienceMs = 400_000;

/** Attendants reply; the provider refuses some, or drops the connection after it accepted one. */
export class Outbound implements FaultLoad {
  readonly name = 'replies';
  /** Before the request, during it, or accepted and not recorded. */
  readonly longestPauseMs = 150;
  private setting!: LoadSetting;
  private tickets: CustomerTicket[] = [];
  private readonly replies: Reply[] = [];
  private readonly midway = new Set<number>();
  private over = false;

  constructor(private readonly options: OutboundOptions) {}

  async prepare(setting: LoadSetting): Promise<void> {
    const { deployment, tenant, client, seed } = setting;
    this.setting = setting;
    this.tickets = await tenant.openTickets(client, seed, this.options.tickets);
    const [refused] = this.tickets;
    if (refused) deployment.graph.refuse(refused.number, 131026, { times: 2 });
    deployment.graph.failRandomly('accept-then-drop', 0.01);
  }

  async run(killing: () => boolean): Promise<void> {
    const { messages, pauseMs } = this.options;
    const share = Math.ceil(messages / this.tickets.length);
    const replying = this.tickets.map(async (ticket) => {
      for (let number = 1; number <= share || killing(); number += 1) {
        const sent = await reply(this.setting.client, ticket, `resposta ${number}`);
        if (!sent) throw new Error(`A reply to ${ticket.number} was not acknowledged`);
        this.replies.push(sent);
        await delay(pauseMs);
      }
    });
    await Promise.all(replying);
    this.over = true;
    await this.allSent();
  }

  /** A message is at the provider; those of earlier kills are `sending` until their leases end. */
  async moment(): Promise<void> {
    while (!this.over && (await this.sending()).every((id) => this.midway.has(id))) await delay(5);
  }

  async interrupted(): Promise<number> {
    const found = (await this.sending()).filter((id) => !this.midway.has(id));
    for (const id of found) this.midway.add(id);
    return found.length;
  }

  private async sending(): Promise<number[]> {
    const rows = await this.setting.deployment.postgres.rows<{ id: number }>(
      "select m.id::int from messages m join tickets t on t.id = m.ticket_id where m.status = 'sending' and t.connection_id = $1",
      [this.setting.tenant.connection.id],
    );
    return rows.map(({ id }) => id);
  }

  /** Or failed, or uncertain. */
  private async allSent(): Promise<void> {
    const end = Date.now() + patienceMs;
    const left = (): Promise<number> =>
      this.setting.deployment.postgres.count("messages where status in ('queued', 'sending')");
    while ((await left()) > 0 && Date.now() < end) await delay(100);
  }

  async check(checks: Checks): Promise<void> {
    const { deployment, tenant } = this.setting;
    const { log } = deployment.graph;
    const messages = await deployment.postgres.rows<{ id: number; status: string; errorCode: string | null }>(
      `select m.id::int, m.status, m.error_code as "errorCode" from messages m join tickets t on t.id = m.ticket_id
       where t.connection_id = $1 and m.from_me and m.client_message_id is not null`,
      [tenant.connection.id],
    );
    const accepted = log.byCallbackData();
    const unsent = messages.filter(({ id }) => !accepted.has(String(id)));
    const sent = messages.filter(({ id }) => accepted.has(String(id)));
    const isShownAsSent = ({ status }: { status: string }): boolean => ['sent', 'delivered', 'read'].includes(status);
    checks.equal('replies stored', messages.length, this.replies.length);
    checks.none(
      'acknowledged replies lost',
      this.replies.filter(({ id }) => messages.every((message) => message.id !== id)),
    );
    checks.none('replies never accepted, though shown as sent', unsent.filter(isShownAsSent));
    checks.none(
      'replies never accepted and not failed',
      unsent.filter(({ status }) => status !== 'failed'),
    );
    checks.none(
      'replies accepted and reported, but not shown as sent',
      sent.filter((message) => !isShownAsSent(message)),
    );
    checks.none('replies sent out of order', this.outOfOrder());
    const undecided = messages.filter(({ errorCode }) => errorCode === 'UNCERTAIN').length;
    checks.figure('replies', `${sent.length} accepted, ${undecided} uncertain for good and shown so`);
  }

  /** Each recipient's messages were accepted in the order in which the replies were acknowledged. */
  private outOfOrder(): string[] {
    const ids = new Set(this.replies.map(({ id }) => id));
    const newest = new Map<string, number>();
    return this.setting.deployment.graph.log.accepted.flatMap(({ to, callbackData }) => {
      const id = Number(callbackData);
      if (!ids.has(id)) return [];
      const last = newest.get(to) ?? 0;
      newest.set(to, Math.max(last, id));
      return id > last ? [] : [`${to}: ${id} after ${last}`];
    });
  }
}
