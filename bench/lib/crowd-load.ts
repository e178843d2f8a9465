import type { Crowd, Heard } from './crowd.js';
import { pause } from './figures.js';
import { type Call, type Client, onSchedule } from './open-loop.js';
import type { Waiting } from './people.js';
import { cpuOf } from './processes.js';
import { dueTo, itinerary, type Town } from './towns.js';

const patienceMs = 60_000;
const lateMs = 1_500;

export interface Used {
  readonly seconds: number;
  /** Shares of a core. */
  readonly server: number;
  readonly receivers: number;
  readonly generator: number;
}

/** CPU from now to the call of what it answers. */
export function meter(serverPid: number, pids: readonly number[]): (now: readonly number[]) => Used {
  const all = (of: readonly number[]): number => of.reduce((sum, pid) => sum + (cpuOf(pid) ?? 0), 0);
  const from = {
    at: performance.now(),
    server: cpuOf(serverPid) ?? 0,
    receivers: all(pids),
    own: cpuOf(process.pid) ?? 0,
  };
  return (now) => {
    const seconds = (performance.now() - from.at) / 1000;
    return {
      seconds,
      server: ((cpuOf(serverPid) ?? 0) - from.server) / seconds,
      receivers: (all(now) - from.receivers) / seconds,
      generator: ((cpuOf(process.pid) ?? 0) - from.own) / seconds,
    };
  };
}

/** Whatever sends a call and answers with which status it was over. */
export interface Sender {
  send(call: Call): Promise<{ readonly status: number }>;
}

/** Sockets that are in their rooms, and the companies they belong to. */
export interface Trial {
  readonly crowd: Crowd;
  readonly client: Client;
  readonly towns: readonly Town[];
}

export interface Streamed extends Heard, Used {
  readonly name: string;
  readonly messages: number;
  readonly refused: number;
  /** A second, all kinds of events. */
  readonly eventsPerSecond: number;
}

/** Customers of all companies write; every attendant who may see it must hear it, once, and nobody else. */
export async function stream(
  { crowd, client, towns }: Omit<Trial, 'client'> & { readonly client: Sender },
  serverPid: number,
  rate: number,
  seconds: number,
): Promise<Streamed> {
  const count = Math.round(rate * seconds);
  const stops = itinerary(towns, count);
  const mark = `fluxo-${Date.now()}-`;
  await crowd.listenFor(mark, count);
  const before = await crowd.state();
  const used = meter(serverPid, crowd.pids);
  const refused = await write(client, mark, stops, rate);
  const shares = used(crowd.pids);
  const events = (await crowd.state()).events - before.events;
  const due = dueTo(stops);
  await settled(crowd, due);
  return {
    name: 'stream',
    messages: count,
    refused,
    eventsPerSecond: events / shares.seconds,
    ...shares,
    ...(await crowd.count(due)),
  };
}

/** Answers how many were not accepted. */
export async function write(
  client: Sender,
  mark: string,
  stops: readonly { town: Town; conversation: Waiting }[],
  aSecond: number,
  { first = 0, filling = '' } = {},
): Promise<number> {
  let refused = 0;
  const posted: Promise<void>[] = [];
  await onSchedule(aSecond, stops.length, (moment, index) => {
    const stop = stops[index];
    if (!stop) return;
    const at = (performance.timeOrigin + moment).toFixed(2);
    const failed = (): void => {
      refused += 1;
    };
    posted.push(
      client
        .send(stop.town.call(stop.conversation, `${mark}${first + index}@${at}#${filling}`))
        .then(({ status }) => (status === 200 ? undefined : failed()), failed),
    );
  });
  await Promise.all(posted);
  return refused;
}

/** Until everybody heard what they must, or patience is at its end; a little longer, because what comes twice comes late. */
export async function settled(crowd: Crowd, due: Readonly<Record<number, readonly number[]>>): Promise<void> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until && (await crowd.count(due)).missing > 0) await pause(500);
  await pause(lateMs);
}
