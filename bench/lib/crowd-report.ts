import type { Streamed, Used } from './crowd-load.js';
import type { State } from './crowd-messages.js';
import type { Demotion, Slowness } from './crowd-trials.js';
import { ms, percent, table } from './figures.js';
import type { Memory } from './memory.js';
import type { Verdict } from './report.js';

export interface Opened extends State, Used {
  readonly before: Memory;
  readonly full: Memory;
  readonly kilobytesEach: number;
}

export interface Restarted extends State, Used {
  /** How many were ready before it. */
  readonly there: number;
  /** From the end of the old server to the last one in its rooms. */
  readonly backAfter: number;
  readonly startedIn: number;
  readonly expired: number;
  readonly memory: Memory;
}

export function openedText(opened: Opened): string {
  const { ready, sockets, stuck, seconds, before, full, kilobytesEach } = opened;
  return (
    `${ready} of ${sockets} sockets in their rooms after ${seconds.toFixed(1)} s (${cpuText(opened)}), ${stuck} turned away\n` +
    `server ${before.rss.toFixed(0)} → ${full.rss.toFixed(0)} MB RSS (heap ${before.heapUsed.toFixed(0)} → ${full.heapUsed.toFixed(0)} MB), ${kilobytesEach.toFixed(1)} kB a socket\n`
  );
}

export function demotionText({ tookMs, leaked, missed, doubled, refused }: Demotion): string {
  return (
    `demotion: answered in ${ms(tookMs)} ms; heard although written after the answer: ${leaked}; ` +
    `missed by the others or before it: ${missed}; doubled ${doubled}; refused ${refused}\n`
  );
}

export function slownessText(slow: Slowness): string {
  const { sockets, from, highest, later, cut, p50, p99, missing, doubled, leaked, refused } = slow;
  return (
    `slow readers: ${sockets} sockets stopped reading; server ${from.toFixed(0)} → at most ${highest.toFixed(0)} → ${later.toFixed(0)} MB RSS, ${cut} of them given up; ` +
    `the others p50 ${ms(p50)}, p99 ${ms(p99)} ms, ${missing} missing, ${doubled} doubled, ${leaked} leaked, ${refused} refused\n`
  );
}

export function restartText(restarted: Restarted): string {
  const { startedIn, ready, there, backAfter, refreshed, expired, stuck, memory } = restarted;
  return (
    `restart: ready again after ${startedIn.toFixed(1)} s, ${ready} of ${there} sockets back ${backAfter.toFixed(1)} s after the end of the old one (${cpuText(restarted)}), ` +
    `${refreshed} of ${expired} expired sessions refreshed, ${stuck} turned away for good\n` +
    `server ${memory.rss.toFixed(0)} MB RSS (heap ${memory.heapUsed.toFixed(0)} MB)\n`
  );
}

/** What every table of a stream shows of one, below {@link streamHead}. */
export const streamCells = (run: Streamed): string[] => [
  run.eventsPerSecond.toFixed(0),
  ...[run.p50, run.p95, run.p99].map(ms),
  ...[run.expected, run.missing, run.doubled, run.leaked, run.refused].map(String),
  ...[run.server, run.receivers, run.generator].map(percent),
];

export const streamHead: readonly string[] = [
  ...['events a second', 'p50', 'p95', 'p99', 'expected', 'missing', 'doubled', 'leaked', 'refused'],
  ...['server', 'receivers', 'generator'],
];

export function streamText(streamed: Streamed, rate: number): string {
  return table([
    ['ms', 'a second', ...streamHead],
    [`${streamed.messages} messages`, String(rate), ...streamCells(streamed)],
  ]);
}

function cpuText({ server, receivers, generator }: Used): string {
  return `server ${percent(server)}, receivers ${percent(receivers)}, generator ${percent(generator)} of a core`;
}

export function atMost(promise: string, most: number, found: number, unit: string): Verdict {
  return { promise, target: `≤ ${most} ${unit}`, measured: `${found.toFixed(0)} ${unit}`, held: found <= most };
}

export function nothingWrong(
  promise: string,
  { missing, doubled, leaked, refused }: Pick<Streamed, 'missing' | 'doubled' | 'leaked' | 'refused'>,
): Verdict {
  const wrong = missing + doubled + leaked + refused;
  return {
    promise,
    target: 'none missing, double, leaked',
    measured: `${missing} / ${doubled} / ${leaked}`,
    held: wrong === 0,
  };
}
