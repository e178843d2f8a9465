import { io, type Socket } from 'socket.io-client';
import { pause, quantile } from './figures.js';
import { type Client, onSchedule } from './open-loop.js';
import { type Company, signIn } from './scenarios.js';
import type { Watch } from './statements.js';

export interface Delivery {
  readonly sockets: number;
  readonly webhooks: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly expected: number;
  readonly missing: number;
  readonly doubled: number;
  /** Heard by those who may not see it. */
  readonly leaked: number;
  readonly refused: number;
}

interface Heard {
  readonly message?: { readonly body?: string };
}

const rate = 15;
const count = 90;
const warmUp = 30;
const others = 10;
const patienceMs = 10_000;

/** From the moment a webhook was meant to leave to the moment each socket of the company has its message. */
export async function deliver(client: Client, watch: Watch, company: Company, sockets: number): Promise<Delivery> {
  const token = await signIn(client, `gestor2@${company.host}`);
  // conversations of the new number have no department: an attendant without allTicket must hear nothing
  const outsider = await watch.one<{ email: string }>(
    "select email from users where company_id = $1 and profile = 'user' and all_ticket <> 'enabled' order by id desc limit 1",
    [company.id],
  );
  const outsiderToken = await signIn(client, outsider.email);
  const mark = `entrega-${Date.now()}-`;
  const event = `company-${company.id}-appMessage`;
  const intended: number[] = [];
  const times: number[] = [];
  const heard = new Map<string, number>();
  let leaked = 0;
  const indexOf = ({ message }: Heard): number | undefined =>
    message?.body?.startsWith(mark) ? Number(message.body.slice(mark.length)) : undefined;
  const all = await openAll(client.url, [...Array(sockets).fill(token), ...Array(others).fill(outsiderToken)]);
  for (const [number, socket] of all.entries()) {
    socket.on(event, (payload: Heard) => {
      const index = indexOf(payload);
      if (index === undefined) return;
      if (number >= sockets) {
        leaked += 1;
        return;
      }
      const key = `${number}:${index}`;
      heard.set(key, (heard.get(key) ?? 0) + 1);
      if (index >= warmUp) times.push(performance.now() - (intended[index] ?? 0));
    });
  }
  let refused = 0;
  const posted: Promise<void>[] = [];
  try {
    await onSchedule(rate, count, (moment, index) => {
      intended[index] = moment;
      const call = company.webhook.call(index, `${mark}${index}`);
      const failed = (): void => {
        refused += 1;
      };
      posted.push(client.send(call).then(({ status }) => (status === 200 ? undefined : failed()), failed));
    });
    await Promise.all(posted);
    const until = Date.now() + patienceMs;
    while (heard.size < (count - refused) * sockets && Date.now() < until) await pause(50);
    // what comes twice comes late
    await pause(500);
  } finally {
    for (const socket of all) socket.close();
  }
  return {
    sockets,
    webhooks: count,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    expected: count * sockets,
    missing: count * sockets - heard.size,
    doubled: [...heard.values()].filter((times) => times > 1).length,
    leaked,
    refused,
  };
}

export const deliveryRate = rate;

/** A few at a time, as after a restart behind a proxy; open when they are in their rooms. */
async function openAll(url: string, tokens: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let from = 0; from < tokens.length; from += 20) {
    const opened = tokens.slice(from, from + 20).map((token) => opening(url, token));
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

function opening(url: string, token: string): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  return new Promise((done, fail) => {
    socket.once('joined', () => done(socket));
    socket.once('connect_error', fail);
    socket.once('ready', () => socket.emit('joinTickets'));
  });
}
