import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Call } from '../../test/support/retrying-client.js';
import { median, quantile, sum } from './report.js';

export interface LoadOptions {
  /** Requests a second. */
  readonly rate: number;
  readonly runs: number;
  readonly runSeconds: number;
}

/** Latencies in ms, medians of the runs. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly sent: number;
  readonly failures: readonly string[];
  /** Mean size of an answer with its headers. */
  readonly bytes: number;
}

interface Run {
  readonly times: number[];
  readonly sizes: number[];
  readonly failures: string[];
}

const warmUpSeconds = 2;

/** Open-loop load: requests leave at an even rate however long answers take; hooks surround the measured part of a run. */
export async function load(
  url: string,
  call: (index: number) => Call,
  { rate, runs, runSeconds }: LoadOptions,
  { warmedUp, after }: { readonly warmedUp?: () => void; readonly after?: () => Promise<void> } = {},
): Promise<Latency> {
  let index = 0;
  const done: Run[] = [];
  while (done.length < runs) {
    const timer = setTimeout(() => warmedUp?.(), warmUpSeconds * 1000);
    done.push(await runOnce(url, () => call(index++), rate, runSeconds));
    clearTimeout(timer);
    await after?.();
  }
  const part = (of: number): number => median(done.map(({ times }) => quantile(times, of)));
  const sizes = done.flatMap((run) => run.sizes);
  return {
    p50: part(0.5),
    p95: part(0.95),
    p99: part(0.99),
    sent: runs * Math.round(rate) * runSeconds,
    failures: done.flatMap(({ failures }) => failures),
    bytes: sum(sizes) / Math.max(1, sizes.length),
  };
}

/** Answers are compressed, as for browsers. */
const asBrowser = (call: Call): Call => ({ ...call, headers: { ...call.headers, 'accept-encoding': 'gzip, br' } });

/**
 * autocannon sends what a connection may send in a second at the start of that second. An even rate takes a connection
 * for each request a second, opened one after the other; what they send while all are being opened is not measured.
 */
async function runOnce(url: string, next: () => Call, rate: number, seconds: number): Promise<Run> {
  const run: Run = { times: [], sizes: [], failures: [] };
  const connections = Array.from({ length: Math.round(rate) }, async (_, connection) => {
    await delay((connection * 1000) / rate);
    const { promise, resolve } = Promise.withResolvers<void>();
    const options = {
      url,
      connections: 1,
      connectionRate: 1,
      duration: warmUpSeconds + seconds + 10,
      sampleInt: 250,
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...asBrowser(next()) }) }],
    };
    const instance = autocannon(options, () => resolve());
    let answers = 0;
    const answered = (failure: string | undefined, time = 0, bytes = 0): void => {
      answers += 1;
      if (answers === warmUpSeconds + seconds) instance.stop();
      if (answers <= warmUpSeconds) return;
      if (failure) run.failures.push(failure);
      else {
        run.times.push(time);
        run.sizes.push(bytes);
      }
    };
    instance.on('response', (_client, status, bytes, time) =>
      answered(status < 300 ? undefined : String(status), time, bytes),
    );
    instance.on('reqError', (error: Error) => answered(error.message));
    await promise;
  });
  await Promise.all(connections);
  return run;
}

/** Calls `act` so many times at that rate, with the moment it was meant for. */
export function onSchedule(rate: number, count: number, act: (intended: number, index: number) => void): Promise<void> {
  const start = performance.now();
  return new Promise((resolve) => {
    let sent = 0;
    const tick = (): void => {
      for (; sent < count && start + (sent * 1000) / rate <= performance.now(); sent += 1)
        act(start + (sent * 1000) / rate, sent);
      if (sent < count) setTimeout(tick, 1);
      else resolve();
    };
    tick();
  });
}
