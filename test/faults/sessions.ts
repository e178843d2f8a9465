import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Checks } from '../support/checks.js';
import { bodyOf, type Client } from '../support/client.js';
import type { ConnectionRow } from '../support/cloud-company.js';
import { customerNumber } from '../support/cloud-tenant.js';
import { concurrently } from '../support/concurrently.js';
import { Deployment } from '../support/deployment.js';
import { Random } from '../support/graph-simulator/random.js';
import { residentMegabytes } from '../support/proc.js';
import { callAs, RetryingClient } from '../support/retrying-client.js';
import type { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';
import { addressOf, stepsUsedTwice, WhatsappServer } from '../support/whatsapp-simulator/server.js';
import { type Named, type World, world } from '../support/world.js';

export interface SessionsOptions {
  readonly seed: number;
  /** Connections by QR code. */
  readonly sessions: number;
  /** kill -9 of the process with most sessions. */
  readonly kills: number;
  /** In which the other process has to own all sessions, and to have logged them in. */
  readonly takeoverSeconds: number;
}

/** A connection by QR code, with its customer. */
interface Line {
  /** Of the phone. */
  readonly number: string;
  readonly customer: string;
  ticketId: number;
  readonly written: string[];
  /** Texts whose reply was acknowledged. */
  readonly replied: string[];
}

/** Of all customers together, and of all attendants. */
const messagesPerSecond = 20;
/** Of one session, whose messages are sent up to three quarters of a second apart. */
const leastPauseMs = 3_000;
const betweenKillsMs = 3_000;
const patienceMs = 120_000;
/** A process that was told of its loss by nobody hears of it by the renewal of its leases. */
const stallMs = 20_000;
/** After a socket was replaced: what was on its way. */
const onTheWayMs = 1_000;

const flags = [
  '--expose-gc',
  ...['scripts/lib/typescript-hooks.mjs', 'test/support/whatsapp-simulator/register.ts'].map(
    (path) => `--import=${resolve(path)}`,
  ),
];

/**
 * Sessions of two worker processes: one is killed again and again while customers write and attendants reply, then one
 * stalls and one loses its leases while it works.
 */
export async function sessions(options: SessionsOptions): Promise<Checks> {
  const { seed, sessions: count, kills } = options;
  const checks = new Checks(`${count} sessions by QR code, ${kills} kills`);
  const whatsapp = await WhatsappServer.start();
  const deployment = await Deployment.start({ seed, redis: true, workers: 2, flags, env: whatsapp.env });
  const run = new SessionsRun(deployment, whatsapp, options, checks);
  let completed = false;
  try {
    await run.pairAll();
    await run.underLoad(async () => {
      await run.kills();
      await run.splitBrains();
    });
    await run.check();
    completed = true;
    return checks;
  } finally {
    await run.close();
    await deployment.close(!completed || !checks.ok);
    await whatsapp.stop();
  }
}

class SessionsRun {
  private readonly lines: Line[] = [];
  private readonly client: RetryingClient;
  private readonly random: Random;
  private w!: World<Deployment>;
  private attendant!: Client;
  private leftBehind = 0;

  constructor(
    private readonly deployment: Deployment,
    private readonly whatsapp: WhatsappServer,
    private readonly options: SessionsOptions,
    private readonly checks: Checks,
  ) {
    this.client = new RetryingClient(deployment.urls);
    this.random = new Random(options.seed);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** In one process, whose memory is measured on the way; the other one is started afterwards. */
  async pairAll(): Promise<void> {
    const { deployment, options } = this;
    const { sessions: count } = options;
    const [worker, other] = deployment.runners;
    if (!worker || !other) throw new Error('Two workers are needed');
    await other.stop();
    this.w = await world(deployment, { plan: { connections: count + 5 } });
    this.attendant = this.w.attendant;
    const before = residentMegabytes(worker.pid);
    const measured: { sessions: number; rss: number; heap: number }[] = [];
    for (const sessions of [1, Math.ceil(count / 2), count]) {
      const first = this.lines.length;
      const pairs = Array.from({ length: sessions - first }, (_, index) => () => this.pair(first + index));
      this.lines.push(...(await concurrently(8, pairs)));
      await deployment.settled();
      const heap = (await this.whatsapp.heapOf(worker.pid)) / 2 ** 20;
      measured.push({ sessions, rss: residentMegabytes(worker.pid), heap });
    }
    const shown = measured.map((at) => `${at.sessions}: ${at.rss.toFixed(0)} MB, heap ${at.heap.toFixed(1)} MB`);
    this.checks.figure(
      'memory of the process with so many sessions',
      `0: ${before.toFixed(0)} MB; ${shown.join('; ')}`,
    );
    const [one, , all] = measured;
    if (one && all && count > 1) {
      const perSession = (kind: 'rss' | 'heap'): string => (((all[kind] - one[kind]) * 1024) / (count - 1)).toFixed(0);
      this.checks.figure('memory of a session', `${perSession('rss')} kB, of it ${perSession('heap')} kB of heap`);
    }
    await other.start();
    await other.ready();
    await this.openTickets();
  }

  private async pair(index: number): Promise<Line> {
    const { w } = this;
    const input = { name: `Celular ${index + 1}`, channel: 'whatsapp', queueIds: [w.sales.id] };
    const connection = bodyOf(await w.admin.post<Named>('/whatsapp', input), 201);
    bodyOf(await w.admin.put(`/whatsappsession/${connection.id}`));
    const row = async (): Promise<ConnectionRow> =>
      bodyOf(await w.admin.get<ConnectionRow>(`/whatsapp/${connection.id}`));
    await until('it is connected', async () => (await row()).status === 'CONNECTED', patienceMs);
    const { number } = await row();
    if (number === null) throw new Error('A connected phone without its number');
    const customer = customerNumber(this.options.seed, index);
    return { number, customer, ticketId: 0, written: [], replied: [] };
  }

  private async openTickets(): Promise<void> {
    const { deployment, lines, w } = this;
    for (const line of lines) this.write(line);
    const stored = (): Promise<{ id: number; number: string }[]> =>
      deployment.postgres.rows(
        'select t.id::int, c.number from tickets t join contacts c on c.id = t.contact_id where t.company_id = $1',
        [w.companyId],
      );
    await until('every customer has a conversation', async () => (await stored()).length === lines.length, patienceMs);
    const ids = new Map((await stored()).map(({ id, number }) => [number, id]));
    const accepts = lines.map((line) => async () => {
      line.ticketId = ids.get(line.customer) ?? 0;
      bodyOf(await this.attendant.put(`/tickets/${line.ticketId}`, { status: 'open' }));
    });
    await concurrently(8, accepts);
  }

  private write(line: Line): void {
    const text = `mensagem ${line.written.length + 1} de ${line.customer}`;
    line.written.push(text);
    this.whatsapp.writes(addressOf(line.customer), line.number, text);
  }

  private async reply(line: Line): Promise<void> {
    const text = `resposta ${line.replied.length + 1} para ${line.customer}`;
    const body = { body: text, clientMessageId: randomUUID() };
    const answer = await this.client.send(callAs(this.attendant, 'POST', `/messages/${line.ticketId}`, body));
    if (!answer) throw new Error(`${text} was not acknowledged`);
    line.replied.push(text);
  }

  /** Each line's messages one after the other, which defines their order. */
  async underLoad(work: () => Promise<void>): Promise<void> {
    let working = true;
    const pauseMs = Math.max(leastPauseMs, (this.lines.length * 1_000) / messagesPerSecond);
    const repeat = async (act: () => unknown): Promise<void> => {
      while (working) {
        await delay(this.random.between([0, 2 * pauseMs]));
        if (working) await act();
      }
    };
    const load = this.lines.flatMap((line) => [repeat(() => this.write(line)), repeat(() => this.reply(line))]);
    try {
      await work();
    } finally {
      working = false;
      await Promise.all(load);
    }
  }

  async kills(): Promise<void> {
    const takeovers: number[] = [];
    const connected: number[] = [];
    const perProcess: string[] = [];
    for (let kill = 0; kill < this.options.kills; kill += 1) {
      const [victim, other] = await this.owners();
      perProcess.push(`${await this.leasesOf(victim)}/${await this.leasesOf(other)}`);
      const since = performance.now();
      await victim.stop('SIGKILL');
      this.leftBehind += await this.notHandedOver();
      await until('the other process has all sessions', () => this.hasAll(other), patienceMs);
      takeovers.push((performance.now() - since) / 1_000);
      await until('all are connected', () => this.connectedAll(other), patienceMs);
      const logins = this.whatsapp.connections(other.pid).map(({ at }) => (at - since) / 1_000);
      connected.push(Math.max(...logins));
      await victim.start();
      await victim.ready();
      await delay(betweenKillsMs);
    }
    const figure = (seconds: readonly number[]): string => {
      const sorted = seconds.toSorted((a, b) => a - b);
      return `p50 ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} s, max ${sorted.at(-1)?.toFixed(1)} s`;
    };
    const { takeoverSeconds } = this.options;
    this.checks.atMost('until the other process owned all sessions', Math.max(...takeovers), takeoverSeconds, ' s');
    this.checks.atMost('until the other process had logged all in', Math.max(...connected), takeoverSeconds, ' s');
    this.checks.figure('owned by the other process', figure(takeovers));
    this.checks.figure('connected by the other process', figure(connected));
    this.checks.figure('sessions of the killed process and of the other', perProcess.join(', '));
  }

  /** The lease is lost while the process lives: it must send nothing more. */
  async splitBrains(): Promise<void> {
    const [stalled, other] = await this.owners();
    process.kill(stalled.pid, 'SIGSTOP');
    try {
      await until(
        'the other process has all',
        async () => (await this.hasAll(other)) && this.connectedAll(other),
        stallMs,
      );
    } finally {
      process.kill(stalled.pid, 'SIGCONT');
    }
    await delay(betweenKillsMs);
    const [owner] = await this.owners();
    await this.deployment.postgres.rows(
      "update leases set expires_at = now() - interval '1 second' where name like 'whatsapp-session:%' and node like $1",
      [`%:${owner.pid}`],
    );
    const owned = async (): Promise<boolean> => {
      let leases = 0;
      for (const server of this.deployment.runners) leases += await this.leasesOf(server);
      return leases === this.lines.length;
    };
    await until('all sessions have an owner', owned, patienceMs);
    await delay(betweenKillsMs);
  }

  /** The process with most sessions first. */
  private async owners(): Promise<[ServerProcess, ServerProcess]> {
    const [first, second] = this.deployment.runners;
    if (!first || !second) throw new Error('Two workers are needed');
    return (await this.leasesOf(first)) >= (await this.leasesOf(second)) ? [first, second] : [second, first];
  }

  private leasesOf({ pid }: ServerProcess): Promise<number> {
    return this.deployment.postgres.count(
      "leases where name like 'whatsapp-session:%' and expires_at > now() and node like $1",
      [`%:${pid}`],
    );
  }

  private notHandedOver(): Promise<number> {
    return this.deployment.postgres.count("whatsapp_keys where type = 'received'");
  }

  private async hasAll(server: ServerProcess): Promise<boolean> {
    return (await this.leasesOf(server)) === this.lines.length;
  }

  private connectedAll({ pid }: ServerProcess): boolean {
    return this.whatsapp.connections(pid).length === this.lines.length;
  }

  async check(): Promise<void> {
    const { checks, deployment, whatsapp, lines, w } = this;
    const { postgres } = deployment;
    const unsent = "messages where status in ('queued', 'sending')";
    await until('everything is sent', async () => (await postgres.count(unsent)) === 0, patienceMs).catch(
      () => undefined,
    );
    checks.none(
      'messages not sent in time',
      await postgres.rows(`select id::int, status, connection_id::int from ${unsent}`),
    );
    await until('everything is confirmed', () => whatsapp.written.every(({ confirmed }) => confirmed), patienceMs);
    await until('everything is handed over', async () => (await this.notHandedOver()) === 0, patienceMs);
    await deployment.settled();
    const stored = new Map(
      (
        await postgres.rows<{ number: string; inbound: string[] | null; outbound: string[] | null; failed: number }>(
          `select c.number, array_agg(m.body order by m.id) filter (where not m.from_me) as inbound,
             array_agg(m.body order by m.id) filter (where m.from_me) as outbound,
             count(*) filter (where m.from_me and m.status not in ('sent', 'delivered', 'read'))::int as failed
           from messages m join contacts c on c.id = m.contact_id where m.company_id = $1 group by 1`,
          [w.companyId],
        )
      ).map((row) => [row.number, row]),
    );
    checks.equal(
      'replies acknowledged and shown',
      lines.flatMap(({ replied }) => replied).length,
      whatsapp.phonesShow().length,
    );
    const shown = Map.groupBy(whatsapp.phonesShow(), ({ number }) => number);
    checks.none(
      'phones that do not show every reply once and in order',
      lines.flatMap(({ number, replied }) => {
        const texts = (shown.get(number) ?? []).map(({ text }) => text);
        return texts.join() === replied.join() ? [] : [`${number}: ${texts.join()} instead of ${replied.join()}`];
      }),
    );
    checks.none(
      'replies not stored as sent',
      [...stored.values()].filter(({ failed }) => failed > 0),
    );
    const inbound = (line: Line): string[] => stored.get(line.customer)?.inbound ?? [];
    const missing = new Set(lines.flatMap((line) => line.written.filter((text) => !inbound(line).includes(text))));
    checks.none('messages of customers lost', [...missing]);
    checks.none(
      'customers whose messages are not once and in order',
      lines.filter((line) => inbound(line).join() !== line.written.filter((text) => !missing.has(text)).join()),
    );
    checks.none('steps of a ratchet used twice', stepsUsedTwice([...whatsapp.sent, ...whatsapp.sentByReplaced]));
    checks.none(
      'sent by a process whose session another one had',
      whatsapp.sentByReplaced.filter(({ at, replacedAt }) => at - replacedAt > onTheWayMs),
    );
    await deployment.check(checks);
    checks.figure('messages of customers', whatsapp.written.length);
    checks.figure('messages of customers that their phones had to encrypt anew', whatsapp.retries);
    checks.figure('messages that killed processes had decrypted and not handed over', this.leftBehind);
    checks.figure(
      'sent again with the same id, which phones show once',
      whatsapp.sent.length - whatsapp.phonesShow().length,
    );
    checks.figure('answers to attendants', this.client.summary());
  }
}
