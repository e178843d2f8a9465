import type { Delivery } from './deliver.js';
import { ms } from './figures.js';
import type { Measured } from './measure.js';
import type { Memory } from './memory.js';
import type { Verdict } from './report.js';

type Part = 'p50' | 'p95' | 'p99';

/** By the beginning of a scenario's name: what its parts may take, in ms. */
const latencies: readonly (readonly [string, Partial<Record<Part, number>>])[] = [
  ['open list, manager', { p95: 25 }],
  ['open list, attendant', { p95: 25 }],
  ['closed list', { p95: 25 }],
  ['search, frequent', { p95: 100 }],
  ['search, rare', { p95: 100 }],
  ['search, prefix', { p95: 100 }],
  ['POST message', { p95: 60 }],
  ['webhook, rush', { p50: 25, p99: 250 }],
];
const delivered = { p50: 20, p99: 150 };
const mostMegabytes = 250;

/** Every promise about load of which this run has a figure; one that failed a request did not hold. */
export function verdicts(
  results: readonly Measured[],
  deliveries: readonly Delivery[],
  memory: readonly (readonly [string, Memory])[],
): Verdict[] {
  const routes = latencies.flatMap(([name, limits]) =>
    results
      .filter((result) => result.name.startsWith(name))
      .map(({ name, rate, latency }) =>
        verdict(`${name}, ${rate} a second`, limits, latency, latency.failures.size, 'failed'),
      ),
  );
  const screens = deliveries.map((delivery) => {
    const { sockets, missing, doubled, leaked, refused } = delivery;
    return verdict(`webhook → ${sockets} screens`, delivered, delivery, missing + doubled + leaked + refused, 'wrong');
  });
  const sizes = memory.map(([moment, { rss }]) => ({
    promise: `memory ${moment}`,
    target: `< ${mostMegabytes} MB`,
    measured: `${rss.toFixed(0)} MB`,
    held: rss < mostMegabytes,
  }));
  return [...routes, ...screens, ...sizes];
}

function verdict(
  promise: string,
  limits: Partial<Record<Part, number>>,
  found: Record<Part, number>,
  faults: number,
  word: string,
): Verdict {
  const parts = Object.entries(limits) as [Part, number][];
  return {
    promise,
    target: parts.map(([part, limit]) => `${part} ≤ ${limit}`).join(', '),
    measured: `${parts.map(([part]) => `${part} ${ms(found[part])}`).join(', ')}${faults > 0 ? `, ${word}` : ''}`,
    held: faults === 0 && parts.every(([part, limit]) => found[part] <= limit),
  };
}
