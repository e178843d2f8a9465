import {
  buckets,
  bucketsPerMs,
  type Counts,
  type Member,
  type Muted,
  type Order,
  type State,
} from './lib/crowd-messages.js';
import { LightSocket } from './lib/light-socket.js';

/*
 * Many sockets of attendants in one process, which behave as our page does (admin/src/providers/realtime.ts). Started
 * by the programs beside it, told what to do by messages; nothing to start by hand.
 */

const joins = ['joinNotification'];
const delayMs = 500;
const longestDelayMs = 5_000;
const now = (): number => performance.timeOrigin + performance.now();

/** Later changes of a message carry its text too. */
function isNewMessage(data: Buffer): boolean {
  const head = data.toString('latin1', 0, 80);
  return head.includes('-appMessage"') && head.includes('"action":"create"');
}

class Attendant {
  socket: LightSocket | undefined;
  ready = false;
  stuck = false;
  muted = false;
  heard: Uint8Array = new Uint8Array(0);
  private joined = 0;
  private attempts = 0;
  private used = '';

  constructor(
    readonly user: number,
    private readonly whenReady: () => void,
  ) {}

  open(): void {
    this.joined = 0;
    this.used = tokens.get(this.user) ?? '';
    const socket = new LightSocket(url, this.used, {
      connected: () => undefined,
      refused: (message) => this.refused(message),
      event: (data) => this.event(socket, data),
      closed: () => {
        if (this.ready) this.attempts = 0;
        this.ready = false;
        if (!this.muted) this.again();
      },
    });
    this.socket = socket;
  }

  /** As socket.io-client waits: doubled from half a second to five, give or take half. */
  private again(): void {
    const base = Math.min(delayMs * 2 ** this.attempts, longestDelayMs);
    this.attempts += 1;
    setTimeout(() => this.open(), base * (0.5 + Math.random()));
  }

  private refused(message: string): void {
    this.ready = false;
    if (message !== 'ERR_SESSION_EXPIRED') {
      this.stuck = true;
      return;
    }
    if (this.used !== tokens.get(this.user)) {
      this.open();
      return;
    }
    refresh(this.user).then(
      () => this.open(),
      () => setTimeout(() => this.open(), longestDelayMs),
    );
  }

  private event(socket: LightSocket, data: Buffer): void {
    events += 1;
    bytes += data.length;
    if (this.ready) {
      if (mark && isNewMessage(data)) this.hear(data);
      return;
    }
    const name = data.toString('latin1', 2, 8);
    if (name.startsWith('ready')) for (const join of joins) socket.emit(join);
    else if (name === 'joined') {
      this.joined += 1;
      if (this.joined < joins.length) return;
      this.ready = true;
      lastReady = now();
      this.whenReady();
    }
  }

  /** `mark`, index of the message, `@`, the moment it was meant to leave, `#`. */
  private hear(data: Buffer): void {
    const at = data.indexOf(mark);
    if (at < 0) return;
    const said = data.toString('latin1', at + mark.length, at + mark.length + 40);
    const index = Number(said.slice(0, said.indexOf('@')));
    heard += 1;
    this.heard[index] = (this.heard[index] ?? 0) + 1;
    times.push(index, now() - Number(said.slice(said.indexOf('@') + 1, said.indexOf('#'))));
  }
}

let url = new URL('http://127.0.0.1');
const tokens = new Map<number, string>();
const cookies = new Map<number, string>();
const refreshing = new Map<number, Promise<void>>();
let attendants: Attendant[] = [];
let [events, bytes, heard, refreshed, lastReady] = [0, 0, 0, 0, 0];
let mark = '';
let times: number[] = [];

/** One for all sockets of an account, as under the Web Lock of its tabs. */
function refresh(user: number): Promise<void> {
  const running = refreshing.get(user) ?? renew(user).finally(() => refreshing.delete(user));
  refreshing.set(user, running);
  return running;
}

async function renew(user: number): Promise<void> {
  const answer = await fetch(new URL('/auth/refresh_token', url), {
    method: 'POST',
    headers: { cookie: cookies.get(user) ?? '' },
  });
  if (!answer.ok) throw new Error(`refresh: ${answer.status}`);
  const { token } = (await answer.json()) as { token: string };
  tokens.set(user, token);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('jrt='));
  if (cookie) cookies.set(user, cookie.split(';')[0] ?? '');
  refreshed += 1;
}

/** So many at a time; the next one begins when one is in its rooms. */
function open(members: readonly Member[], atOnce: number): void {
  for (const { user, token, cookie } of members) {
    tokens.set(user, token);
    cookies.set(user, cookie);
  }
  let begun = 0;
  const next = (): void => fresh[begun++]?.open();
  const fresh = members.map(({ user }) => {
    let first = true;
    return new Attendant(user, () => {
      if (first) next();
      first = false;
    });
  });
  attendants = [...attendants, ...fresh];
  for (let index = 0; index < atOnce; index += 1) next();
}

function state(): State {
  const { user, system } = process.cpuUsage();
  return {
    sockets: attendants.length,
    ready: attendants.filter(({ ready }) => ready).length,
    stuck: attendants.filter(({ stuck }) => stuck).length,
    refreshed,
    events,
    bytes,
    heard,
    lastReady,
    cpu: (user + system) / 1e6,
  };
}

function count(expected: Readonly<Record<number, readonly number[]>>, from: number): Counts {
  const counts = { expected: 0, missing: 0, doubled: 0, leaked: 0 };
  const leaks: [number, number][] = [];
  for (const { user, heard, muted } of attendants) {
    if (muted) continue;
    const due = new Set(expected[user] ?? []);
    for (const [index, often] of heard.entries()) {
      if (due.has(index)) counts.expected += 1;
      if (due.has(index) && often === 0) counts.missing += 1;
      if (often > 1) counts.doubled += 1;
      if (!due.has(index) && often > 0) {
        counts.leaked += 1;
        if (leaks.length < 5) leaks.push([user, index]);
      }
    }
  }
  const histogram = new Array<number>(buckets).fill(0);
  for (let at = 0; at < times.length; at += 2) {
    if ((times[at] ?? 0) < from) continue;
    const bucket = Math.min(buckets - 1, Math.max(0, Math.floor((times[at + 1] ?? 0) * bucketsPerMs)));
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return { ...counts, leaks, histogram };
}

function mute(users: readonly number[]): Muted {
  const muted = attendants.filter(({ user }) => users.includes(user));
  for (const attendant of muted) attendant.muted = true;
  return { ports: muted.flatMap(({ socket }) => socket?.stopReading() ?? []) };
}

function obey(order: Order): State | Counts | Muted {
  if (order.do === 'open') {
    url = new URL(order.url);
    open(order.members, order.atOnce);
  } else if (order.do === 'expire')
    for (const [user, token] of Object.entries(order.tokens)) tokens.set(Number(user), token);
  else if (order.do === 'mark') {
    mark = order.mark;
    times = [];
    heard = 0;
    for (const attendant of attendants) attendant.heard = new Uint8Array(order.messages);
  } else if (order.do === 'mute') return mute(order.users);
  else if (order.do === 'count') return count(order.expected, order.from);
  return state();
}

process.on('message', (order: Order) => process.send?.(obey(order)));
process.on('disconnect', () => process.exit(0));
