import { type Checks, table } from '../../test/support/checks.js';
import type { CallAnswer, RetryingClient } from '../../test/support/retrying-client.js';
import { onSchedule } from './http-load.js';
import { ms, percent } from './report.js';
import { type Cpu, CpuMeter } from './resources.js';
import type { Deliveries, SocketPool } from './socket-pool.js';
import { audienceOf, type Target } from './tenants.js';

export interface SendOptions {
  readonly marker: string;
  /** A second. */
  readonly rate: number;
  /** Index of the first message. */
  readonly first?: number;
  /** More text in each message. */
  readonly filling?: string;
}

/** Customers write on a schedule. @returns how many messages were refused */
export async function sendWebhooks(
  client: RetryingClient,
  targets: readonly Target[],
  { marker, rate, first = 0, filling = '' }: SendOptions,
): Promise<number> {
  const sent: Promise<CallAnswer | undefined>[] = [];
  await onSchedule(rate, targets.length, (moment, index) => {
    const target = targets[index];
    if (!target) return;
    const text = `${marker}${first + index}@${(performance.timeOrigin + moment).toFixed(2)}#${filling}`;
    sent.push(client.sendOnce(target.tenant.webhook(target.ticket.number, text)));
  });
  return (await Promise.all(sent)).filter((answer) => answer?.status !== 200).length;
}

export interface Streamed extends Deliveries {
  readonly name: string;
  readonly messages: number;
  readonly refused: number;
  readonly seconds: number;
  /** Of all sockets, in that time. */
  readonly events: number;
  readonly bytes: number;
  readonly cpu: Cpu;
}

export interface StreamOptions {
  readonly name: string;
  readonly pool: SocketPool;
  readonly server: number;
  readonly database?: number;
  readonly targets: readonly Target[];
  readonly rate: number;
  /** Index of the first message whose latency counts. */
  readonly from?: number;
  readonly client: RetryingClient;
}

/** Customers write; every attendant who sees a conversation must receive its messages once, others none. */
export async function stream(options: StreamOptions): Promise<Streamed> {
  const { name, pool, server, database, targets, rate, from, client } = options;
  const marker = `fluxo-${Date.now()}-`;
  await pool.record(marker, targets.length);
  const before = await pool.state();
  const meter = new CpuMeter({ server, database, receivers: pool.pids });
  meter.start();
  const refused = await sendWebhooks(client, targets, { marker, rate });
  meter.stop();
  const deliveries = await pool.received(audienceOf(targets), from);
  const after = await pool.state();
  return {
    name,
    messages: targets.length,
    refused,
    seconds: meter.elapsed,
    events: after.events - before.events,
    bytes: after.bytes - before.bytes,
    cpu: meter.shares,
    ...deliveries,
  };
}

const head = ['webhook → socket, ms', 'messages/s', 'events/s', 'p50', 'p95', 'p99', 'expected', 'missing'];
const more = ['duplicated', 'leaked', 'refused', 'server', 'PostgreSQL', 'receivers', 'generator', 'others'];

export function streamTable(all: readonly Streamed[]): string {
  const rows = all.map((each) => {
    const { name, messages, seconds, events, cpu, p50, p95, p99 } = each;
    return [
      name,
      (messages / seconds).toFixed(0),
      (events / seconds).toFixed(0),
      ...[p50, p95, p99].map(ms),
      ...[each.expected, each.missing, each.duplicated, each.leaked, each.refused].map(String),
      ...[cpu.server, cpu.database, cpu.receivers, cpu.generator, cpu.others].map(percent),
    ];
  });
  return table([[...head, ...more], ...rows]);
}

/** Nothing missing, duplicated, leaked or refused. */
export function checkDeliveries(
  checks: Checks,
  name: string,
  { missing, duplicated, leaked, refused }: Pick<Streamed, 'missing' | 'duplicated' | 'leaked' | 'refused'>,
): void {
  const wrong = { missing, duplicated, leaked, refused };
  checks.equal(`${name}: missing, duplicated, leaked, refused`, missing + duplicated + leaked + refused, 0, [wrong]);
}
