import { serve } from '../test/support/child-program.js';
import { SocketClient } from './lib/socket-client.js';

/*
 * Many attendants' sockets in one process, which reconnect as the admin's do (admin/src/providers/realtime.ts).
 * Forked by SocketPool.
 */

/** The account of a socket; several sockets share a session, as tabs do. */
export interface SocketAccount {
  readonly user: number;
  readonly token: string;
}

/** Which of the marked messages each user has to receive. */
export type Audience = Readonly<Record<number, readonly number[]>>;

const delayMs = 500;
const mostDelayMs = 5_000;
const now = (): number => performance.timeOrigin + performance.now();

const sockets: AttendantSocket[] = [];
const totals = { events: 0, bytes: 0 };
let [url, marker, lastReady] = ['', '', 0];
/** Index and latency in ms of each received message. */
let received: [number, number][] = [];

/** Updates of a message carry its text, too; a message of an internal chat is sent under two names. */
function isNewMessage(data: Buffer): boolean {
  const head = data.toString('latin1', 0, 80);
  if (head.includes('-chat"')) return head.includes('"action":"new-message"');
  return head.includes('-appMessage"') && head.includes('"action":"create"');
}

class AttendantSocket {
  ready = false;
  /** The server refused the token. */
  rejected = false;
  reading = true;
  /** How often each message was received. */
  counts = new Uint8Array(0);
  private socket: SocketClient | undefined;
  private attempts = 0;

  constructor(
    readonly user: number,
    private readonly token: string,
    private readonly whenReady: () => void,
  ) {}

  open(): void {
    const socket = new SocketClient(url, this.token, {
      refused: () => {
        this.rejected = true;
      },
      event: (data) => this.event(socket, data),
      closed: () => {
        if (this.ready) this.attempts = 0;
        this.ready = false;
        if (this.reading) this.reconnect();
      },
    });
    this.socket = socket;
  }

  stopReading(): void {
    this.reading = false;
    this.socket?.stopReading();
  }

  /** The backoff of socket.io-client: doubled up to five seconds, give or take half. */
  private reconnect(): void {
    const base = Math.min(delayMs * 2 ** this.attempts, mostDelayMs);
    this.attempts += 1;
    setTimeout(() => this.open(), base * (0.5 + Math.random()));
  }

  private event(socket: SocketClient, data: Buffer): void {
    totals.events += 1;
    totals.bytes += data.length;
    if (this.ready) {
      if (marker && isNewMessage(data)) this.receive(data);
      return;
    }
    const name = data.toString('latin1', 2, 8);
    if (name.startsWith('ready')) socket.emit('joinNotification');
    if (name !== 'joined') return;
    this.ready = true;
    lastReady = now();
    this.whenReady();
  }

  /** `marker`, index of the message, `@`, the moment it was meant to be sent, `#`. */
  private receive(data: Buffer): void {
    const at = data.indexOf(marker);
    if (at < 0) return;
    const text = data.toString('latin1', at + marker.length, at + marker.length + 40);
    const [, index = '', sentAt = ''] = /^(\d+)@([\d.]+)#/.exec(text) ?? [];
    this.counts[Number(index)] = (this.counts[Number(index)] ?? 0) + 1;
    received.push([Number(index), now() - Number(sentAt)]);
  }
}

export const api = {
  /** At most so many handshakes at a time. */
  open: (to: string, accounts: readonly SocketAccount[], concurrency: number): void => {
    url = to;
    const waiting = accounts.map(({ user, token }) => {
      let first = true;
      return new AttendantSocket(user, token, () => {
        if (first) waiting.shift()?.open();
        first = false;
      });
    });
    sockets.push(...waiting);
    for (const socket of waiting.splice(0, concurrency)) socket.open();
  },
  state: () => ({
    ...totals,
    sockets: sockets.length,
    ready: sockets.filter(({ ready }) => ready).length,
    rejected: sockets.filter(({ rejected }) => rejected).length,
    /** ms since the epoch. */
    lastReady,
  }),
  /** Records messages that carry this marker from now on. */
  record: (next: string, messages: number): void => {
    marker = next;
    received = [];
    for (const socket of sockets) socket.counts = new Uint8Array(messages);
  },
  /** Sockets of these users stop reading and are no longer counted. */
  stopReading: (users: readonly number[]): number => {
    const stopping = sockets.filter(({ user }) => users.includes(user));
    for (const socket of stopping) socket.stopReading();
    return stopping.length;
  },
  /** Of the messages from that index on, in ms. */
  latencies: (from: number): number[] => received.filter(([index]) => index >= from).map(([, latency]) => latency),
  count: (audience: Audience) => {
    const counts = { expected: 0, missing: 0, duplicated: 0, leaked: 0 };
    for (const { user, counts: own } of sockets.filter(({ reading }) => reading)) {
      const due = new Set(audience[user]);
      counts.expected += due.size;
      for (const [index, times] of own.entries()) {
        if (due.has(index) && times === 0) counts.missing += 1;
        if (!due.has(index) && times > 0) counts.leaked += 1;
        if (times > 1) counts.duplicated += 1;
      }
    }
    return counts;
  },
};
serve(api);
