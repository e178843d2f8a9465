import type { BurstRun, RestartRun } from './burst-runs.js';
import type { Counted } from './cluster.js';
import type { Streamed } from './crowd-load.js';
import { nothingWrong, streamCells, streamHead } from './crowd-report.js';
import { ms, table } from './figures.js';
import type { Verdict } from './report.js';

const recoverySeconds = 5;
const longestText = 110;

/** Each run beside the limit, which is the last row. */
export function burstTable(runs: readonly Streamed[]): string {
  const head = ['webhook → socket, ms', 'deliveries a second', ...streamHead];
  const rows = runs.map((run) => [run.name, (run.expected / run.seconds).toFixed(0), ...streamCells(run)]);
  return table([head, ...rows]);
}

export function pollTable(runs: readonly BurstRun[]): string {
  const head = [
    'lists that pages ask for, ms',
    'asked',
    'p50',
    'p95',
    'p99',
    'longest',
    'answers',
    'webhooks',
    'RSS MB',
  ];
  const rows = runs.map(({ name, polled, webhooks, rss }) => [
    name,
    String(polled?.asked ?? 0),
    ...[polled?.p50, polled?.p95, polled?.p99, polled?.longest].map(ms),
    polled?.answers ?? '—',
    webhooks,
    rss.toFixed(0),
  ]);
  return table([head, ...rows]);
}

export function restartText({ name, away, lastFailure, polled, reconnects, doubts, rightAfter }: RestartRun): string {
  return (
    `${name}: nobody was let in for ${away.toFixed(1)} s; pages saw ${polled?.answers}, the last failure ${lastFailure.toFixed(1)} s after its return, ` +
    `longest wait ${ms(polled?.longest)} ms; screens reconnected ${reconnects} times, were told to look anew ${doubts} times, all right after ${rightAfter.toFixed(1)} s\n`
  );
}

/** What has to hold whatever the machine is. */
export function burstVerdicts(runs: readonly BurstRun[], restarts: readonly RestartRun[], screens: number): Verdict[] {
  const none = (promise: string, found: readonly unknown[] | number): Verdict => {
    const count = typeof found === 'number' ? found : found.length;
    return { promise, target: '0', measured: String(count), held: count === 0 };
  };
  const all = [...runs, ...restarts];
  return [
    ...all.map((run) => nothingWrong(`${run.name}: sockets`, run)),
    ...all.map(({ name, wrong }) => none(`${name}: differences of ${screens} screens`, wrong)),
    ...runs.flatMap(({ name, polled }) =>
      polled
        ? [
            none(
              `${name}: lists refused`,
              polled.seen.filter(({ what }) => what !== '200'),
            ),
          ]
        : [],
    ),
    ...restarts.flatMap(({ name, odd, lastFailure }) => [
      none(`${name}: answers other than 200 and 503`, odd),
      {
        promise: `${name}: back`,
        target: `≤ ${recoverySeconds} s`,
        measured: `${lastFailure.toFixed(1)} s`,
        held: lastFailure <= recoverySeconds,
      },
    ]),
  ];
}

/** What each message cost PostgreSQL, by statement. */
export function statementTable(counted: readonly Counted[], messages: number): string {
  const rows = counted.map(({ calls, ms: took, rows: touched, blocks, query }) => [
    query.replace(/\s+/g, ' ').trim().slice(0, longestText),
    ms(took / messages),
    (calls / messages).toFixed(2),
    ms(took / calls),
    (touched / calls).toFixed(1),
    (blocks / calls).toFixed(0),
  ]);
  return table([['statement', 'ms a message', 'calls a message', 'ms a call', 'rows', 'blocks'], ...rows]);
}
