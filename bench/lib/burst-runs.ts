import { startBareSockets } from './bare-sockets.js';
import type { BusyCompany } from './busy-company.js';
import type { StopMode } from './cluster.js';
import { Courier } from './courier.js';
import { Crowd } from './crowd.js';
import { meter, type Streamed, settled, stream } from './crowd-load.js';
import { pause } from './figures.js';
import type { LiveView } from './live-view.js';
import { type Polled, Pollers } from './pollers.js';
import { memoryOf } from './processes.js';
import type { Stage } from './stage.js';

export interface BurstLoad {
  /** Messages a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Between two looks of a page at its lists. */
  readonly pollMs: number;
}

/** A company under its burst: who writes, who hears, who looks. */
export interface BurstTrial {
  readonly stage: Stage;
  readonly company: BusyCompany;
  readonly crowd: Crowd;
  readonly views: readonly LiveView[];
  readonly load: BurstLoad;
}

export interface BurstRun extends Streamed {
  /** What all light sockets heard: events for each expected message, and their mean size in bytes. */
  readonly each: { readonly events: number; readonly bytes: number };
  /** MB afterwards. */
  readonly rss: number;
  readonly polled?: Polled;
  /** What the senders of the webhooks saw. */
  readonly webhooks: string;
  /** Screens that were not what a fresh look shows, once they had their time; and how long that took, in s. */
  readonly wrong: readonly string[];
  readonly rightAfter: number;
}

export interface RestartRun extends BurstRun {
  readonly mode: StopMode;
  /** s from the blow until PostgreSQL let anybody in again. */
  readonly away: number;
  /** s from then until the last call that failed. */
  readonly lastFailure: number;
  /** Answers other than success and 503. */
  readonly odd: readonly string[];
  readonly reconnects: number;
  readonly doubts: number;
}

const screenPatienceMs = 30_000;
const receiversAtOnce = 200;

/** The company's customers write; `polling`: its attendants' pages ask for their lists meanwhile. */
export async function burstRun(trial: BurstTrial, name: string, polling: boolean): Promise<BurstRun> {
  const { stage, company, crowd, views, load } = trial;
  const courier = new Courier(stage.urls);
  const pollers = polling ? new Pollers(stage.urls, company.attendants, load.pollMs) : undefined;
  const client = {
    send: async (call: Parameters<Courier['deliver']>[0]) => ({ status: (await courier.deliver(call))?.status ?? 0 }),
  };
  const pid = stage.web[0]?.pid ?? 0;
  try {
    // pages are in their rhythm before anybody writes
    if (pollers) await pause(Math.min(load.pollMs, 5_000));
    const [from, before] = [Date.now(), await crowd.state()];
    const streamed = await stream({ crowd, client, towns: [company.town] }, pid, load.rate, load.seconds);
    const after = await crowd.state();
    const events = after.events - before.events;
    await pollers?.stop();
    await stage.settled();
    return {
      ...streamed,
      name,
      eventsPerSecond: events / streamed.seconds,
      each: {
        events: events / Math.max(1, streamed.expected),
        bytes: (after.bytes - before.bytes) / Math.max(1, events),
      },
      rss: memoryOf(pid),
      webhooks: courier.summary(),
      ...(pollers ? { polled: pollers.since(from) } : {}),
      ...(await untilRight(views)),
    };
  } finally {
    await pollers?.stop();
    await courier.close();
  }
}

/** The same while PostgreSQL goes and comes back. */
export async function restartRun(trial: BurstTrial, mode: StopMode): Promise<RestartRun> {
  const { cluster } = trial.stage;
  const sum = (what: 'reconnects' | 'doubts'): number => trial.views.reduce((all, view) => all + view[what], 0);
  const [reconnects, doubts] = [sum('reconnects'), sum('doubts')];
  const strike = async (): Promise<{ struck: number; back: number }> => {
    await pause((trial.load.seconds * 1000) / 3);
    const struck = Date.now();
    await cluster.stop(mode);
    await cluster.start();
    return { struck, back: Date.now() };
  };
  const [run, { struck, back }] = await Promise.all([
    burstRun(trial, `PostgreSQL, ${mode}`, trial.load.pollMs > 0),
    strike(),
  ]);
  const seen = run.polled?.seen ?? [];
  const failed = seen.filter(({ what }) => what !== '200');
  return {
    ...run,
    mode,
    away: (back - struck) / 1000,
    lastFailure: Math.max(0, ...failed.map(({ over }) => over - back)) / 1000,
    odd: failed.filter(({ what }) => what !== '503').map(({ what, call }) => `${what} to ${call}`),
    reconnects: sum('reconnects') - reconnects,
    doubts: sum('doubts') - doubts,
  };
}

/** The same fan-out by socket.io alone: as many sockets in as many rooms, as many events of the same size. */
export async function limitRun(
  { company, load }: Pick<BurstTrial, 'company' | 'load'>,
  { each, processes }: { readonly each: BurstRun['each']; readonly processes: number },
): Promise<Streamed & { readonly kilobytesEach: number }> {
  const bare = await startBareSockets();
  const roomOf = new Map(company.town.people.map(({ id, queueIds: [queueId] }) => [id, `d${queueId}`]));
  const rooms = [...new Set(roomOf.values())];
  const members = company.members.map(({ user }) => ({ user, token: roomOf.get(user) ?? '', cookie: '' }));
  const empty = memoryOf(bare.pid);
  const crowd = await Crowd.open(bare.url, members, processes, receiversAtOnce);
  try {
    const { ready } = await crowd.until(members.length, 60_000);
    await pause(2_000);
    const kilobytesEach = ((memoryOf(bare.pid) - empty) * 1024) / Math.max(1, ready);
    const count = Math.round(load.rate * load.seconds);
    const mark = `limite-${Date.now()}-`;
    await crowd.listenFor(mark, count);
    const before = await crowd.state();
    const used = meter(bare.pid, crowd.pids);
    await bare.burst({
      rooms,
      mark,
      count,
      rate: load.rate,
      events: Math.max(1, Math.round(each.events)),
      bytes: each.bytes,
    });
    const shares = used(crowd.pids);
    const due: Record<number, number[]> = {};
    for (const [user, room] of roomOf) due[user] = everyNth(rooms.indexOf(room), rooms.length, count);
    await settled(crowd, due);
    const { events } = await crowd.state();
    const eventsPerSecond = (events - before.events) / shares.seconds;
    return {
      name: 'socket.io alone',
      messages: count,
      refused: 0,
      eventsPerSecond,
      ...shares,
      kilobytesEach,
      ...(await crowd.count(due)),
    };
  } finally {
    await crowd.close();
    await bare.stop();
  }
}

/** Until every screen shows what is there, without being told to look: events and doubts of the server have to do. */
async function untilRight(views: readonly LiveView[]): Promise<Pick<BurstRun, 'wrong' | 'rightAfter'>> {
  const began = Date.now();
  for (;;) {
    const wrong: string[] = [];
    for (const view of views) wrong.push(...(await view.differences()));
    const rightAfter = (Date.now() - began) / 1000;
    if (wrong.length === 0 || rightAfter * 1000 > screenPatienceMs) return { wrong, rightAfter };
    await pause(500);
  }
}

const everyNth = (first: number, step: number, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((count - first) / step)) }, (_, turn) => first + turn * step);
