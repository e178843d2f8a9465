import { kilobytes, ms, percent, table } from './figures.js';
import type { Measured, Middle } from './measure.js';
import { type Delivery, deliveryRate } from './sockets.js';

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
    'CPU/req',
    'PostgreSQL',
    'generator',
    'others',
    'late p95',
    'RSS MB',
  ];
  const rows = results.map(({ name, rate, latency, cpu, memory }) => [
    name,
    rate === Math.round(latency.throughput) ? String(rate) : `${latency.throughput.toFixed(0)} of ${rate}`,
    ms(latency.p50),
    ms(latency.p95),
    ms(latency.p99),
    failures(latency.failures, latency.sent),
    kilobytes(latency.bytes),
    percent(cpu.server),
    ms((cpu.server / rate) * 1000),
    percent(cpu.database),
    percent(cpu.generator),
    percent(cpu.others),
    ms(latency.late),
    memory.toFixed(0),
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
    'statements',
    'jobs done after',
  ];
  const rows = results.map(({ name, latency, sql, bare, alone, statements, settled }) => [
    name,
    ms(latency.p50),
    ms(latency.p95),
    ...both(sql),
    ...both(bare),
    ms(alone?.p50),
    typeof sql === 'string' ? '—' : ms(latency.p50 - sql.p50 - bare.p50 - (alone?.p50 ?? 0)),
    String(statements),
    settled === undefined ? 'not in time' : `${settled.toFixed(1)} s`,
  ]);
  const refused = results.flatMap(({ name, sql }) =>
    typeof sql === 'string' ? [`${name}: SQL alone refused: ${sql}\n`] : [],
  );
  return table([head, ...rows]) + refused.join('');
}

export function deliveryTable(delivery: Delivery, cpu: Measured['cpu'], memory: number): string {
  const { sockets, webhooks, p50, p95, p99, expected, missing, doubled, leaked, refused } = delivery;
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
    'others',
    'RSS MB',
  ];
  const counts = [expected, missing, doubled, leaked, refused].map(String);
  const shares = [cpu.server, cpu.database, cpu.generator, cpu.others].map(percent);
  const name = `${webhooks} to ${sockets} sockets`;
  return table([
    head,
    [name, String(deliveryRate), ms(p50), ms(p95), ms(p99), ...counts, ...shares, memory.toFixed(0)],
  ]);
}

const both = (middle: Middle | string): string[] =>
  typeof middle === 'string' ? ['—', '—'] : [ms(middle.p50), ms(middle.p95)];

function failures(found: ReadonlyMap<string, number>, sent: number): string {
  const all = [...found].map(([what, count]) => `${count}×${what}`).join(' ');
  return all ? `${all} of ${sent}` : '0';
}
