import type { Shares } from './cpu-meter.js';
import { type Delivery, deliveryRate } from './deliver.js';
import { kilobytes, ms, percent, table } from './figures.js';
import type { Measured, Middle } from './measure.js';
import type { Memory } from './memory.js';

export function loadTable(results: readonly Measured[]): string {
  const head = [
    'ms',
    'a second',
    'p50',
    'p95',
    'p99',
    'failed',
    'answer',
    'server',
    'PostgreSQL',
    'generator',
    'others',
    'server ms/req',
    'PostgreSQL ms/req',
    'statements',
    'rows',
    'late p95',
    'RSS MB',
  ];
  const rows = results.map(({ name, rate, latency, cpu, cost, memory, statements, rows }) => [
    name,
    rate === Math.round(latency.throughput) ? String(rate) : `${latency.throughput.toFixed(0)} of ${rate}`,
    ms(latency.p50),
    ms(latency.p95),
    ms(latency.p99),
    failures(latency.failures, latency.sent),
    kilobytes(latency.bytes),
    percent(cpu.server),
    percent(cpu.database),
    percent(cpu.generator),
    percent(cpu.others),
    ms(cost.server),
    ms(cost.database),
    String(statements),
    rows === undefined ? '—' : String(rows),
    ms(latency.late),
    memory.rss.toFixed(0),
  ]);
  return table([head, ...rows]);
}

export function limitsTable(results: readonly Measured[]): string {
  const head = [
    'beside their limits, ms',
    'p50',
    'p95',
    'SQL p50',
    'p95',
    'bare p50',
    'p95',
    'other p50',
    'p50 ours',
    'jobs done after',
  ];
  const rows = results.map(({ name, latency, sql, bare, alone, settled }) => [
    name,
    ms(latency.p50),
    ms(latency.p95),
    ...both(sql),
    ...both(bare),
    ms(alone?.p50),
    typeof sql === 'string' ? '—' : ms(latency.p50 - sql.p50 - bare.p50 - (alone?.p50 ?? 0)),
    settled === undefined ? 'not in time' : `${settled.toFixed(1)} s`,
  ]);
  const refused = results.flatMap(({ name, sql }) =>
    typeof sql === 'string' ? [`${name}: SQL alone refused: ${sql}\n`] : [],
  );
  return table([head, ...rows]) + refused.join('');
}

export interface MeasuredDelivery {
  readonly delivery: Delivery;
  readonly cpu: Shares;
  readonly memory: Memory;
}

export function deliveryTable(results: readonly MeasuredDelivery[]): string {
  const head = [
    'webhook → socket, ms',
    'a second',
    'p50',
    'p95',
    'p99',
    'expected',
    'missing',
    'doubled',
    'leaked',
    'refused',
    'server',
    'PostgreSQL',
    'generator',
    'receivers',
    'others',
    'RSS MB',
  ];
  const rows = results.map(({ delivery, cpu, memory }) => {
    const { sockets, webhooks, p50, p95, p99, expected, missing, doubled, leaked, refused, receivers } = delivery;
    const counts = [expected, missing, doubled, leaked, refused].map(String);
    const others = cpu.others - receivers;
    const shares = [cpu.server, cpu.database, cpu.generator, receivers, others].map(percent);
    const name = `${webhooks} to ${sockets} sockets`;
    return [name, String(deliveryRate), ms(p50), ms(p95), ms(p99), ...counts, ...shares, memory.rss.toFixed(0)];
  });
  return table([head, ...rows]);
}

export function memoryTable(moments: readonly (readonly [string, Memory])[]): string {
  const rows = moments.map(([name, { rss, heapUsed, heapTotal, external }]) => [
    name,
    ...[rss, heapUsed, heapTotal, external].map((size) => size.toFixed(0)),
  ]);
  return table([['memory of the server, MB', 'RSS', 'heap used', 'heap', 'external'], ...rows]);
}

/** One promise beside what came out. */
export interface Verdict {
  readonly promise: string;
  readonly target: string;
  readonly measured: string;
  readonly held: boolean;
}

export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ promise, target, measured, held }) => [
    promise,
    target,
    measured,
    held ? 'held' : 'MISSED',
  ]);
  return table([['promise', 'target', 'measured', 'verdict'], ...rows]);
}

const both = (middle: Middle | string): string[] =>
  typeof middle === 'string' ? ['—', '—'] : [ms(middle.p50), ms(middle.p95)];

function failures(found: ReadonlyMap<string, number>, sent: number): string {
  const all = [...found].map(([what, count]) => `${count}×${what}`).join(' ');
  return all ? `${all} of ${sent}` : '0';
}
