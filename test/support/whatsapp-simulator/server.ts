import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.js';

/** What a simulated socket tells its server, one JSON text a line. */
export type FromSocket =
  | { readonly type: 'login'; readonly pid: number; readonly number: string | null }
  | {
      readonly type: 'send';
      readonly jid: string;
      readonly id: string;
      readonly text: string;
      /** The step of the ratchet that it was encrypted with. */
      readonly step: number;
    }
  /** The library confirms a message before it hands it over. */
  | { readonly type: 'confirm'; readonly id: string }
  /** It could not be decrypted. */
  | { readonly type: 'retry'; readonly id: string }
  | { readonly type: 'memory'; readonly heap: number };

export type FromServer =
  | { readonly type: 'code' }
  | { readonly type: 'scanned'; readonly number: string }
  | { readonly type: 'open' }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly from: string;
      readonly text: string;
      readonly step: number;
    }
  | { readonly type: 'taken'; readonly id: string }
  | { readonly type: 'close'; readonly code: number }
  | { readonly type: 'memory' };

/** A message that left by a session. */
export interface Delivery {
  readonly number: string;
  readonly jid: string;
  readonly id: string;
  readonly text: string;
  readonly step: number;
  readonly pid: number;
  /** By `performance.now()`. */
  readonly at: number;
}

/** A message of a customer. */
export interface Written {
  readonly id: string;
  /** The number that it was written to. */
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** Of the ratchet. */
  step: number;
  /** Kept and delivered again until then. */
  confirmed?: boolean;
}

interface Login {
  readonly pid: number;
  readonly number: string;
  readonly socket: Socket;
  readonly at: number;
  /** When another socket of the same number logged in. */
  replacedAt?: number;
}

/** A replaced socket hears of it late, as over a slow network. */
const conflictDelayMs = 3_000;
const connectionReplaced = 440;

export const addressOf = (number: string): string => `${number}@s.whatsapp.net`;

/**
 * WhatsApp for sessions of several processes (`WHATSAPP_SIMULATOR_PORT`): pairs each socket that shows a code, keeps messages
 * of customers until they are confirmed, and knows for each number only the socket that logged in last.
 */
export class WhatsappServer {
  /** Everything that sockets sent, in order, also what phones show once because it has the same id. */
  readonly sent: Delivery[] = [];
  /** Sent by sockets that were replaced before; phones do not get it. */
  readonly sentByReplaced: (Delivery & { readonly replacedAt: number })[] = [];
  readonly written: Written[] = [];
  private readonly logins = new Map<string, Login>();
  private readonly sockets = new Set<Socket>();
  private readonly heaps = new Map<number, number>();
  private paired = 0;
  private steps = 0;
  /** How often a phone was asked to encrypt a message anew. */
  retries = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WhatsappServer> {
    const server = createServer();
    const simulated = new WhatsappServer(server);
    server.on('connection', (socket) => simulated.connected(socket));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return simulated;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }

  /** Of the processes whose sessions it serves. */
  get env(): Record<string, string> {
    return { WHATSAPP_SIMULATOR_PORT: String((this.server.address() as AddressInfo).port) };
  }

  /** Numbers that are connected, with when they logged in. */
  connections(pid?: number): { readonly number: string; readonly at: number }[] {
    return [...this.logins.values()].filter((login) => !login.socket.destroyed && (pid ?? login.pid) === login.pid);
  }

  /** A message that was sent again with the same id is shown once. */
  phonesShow(): Delivery[] {
    const seen = new Set<string>();
    return this.sent.filter(({ id }) => !seen.has(id) && seen.add(id));
  }

  /** A customer writes to a number, whether it is connected or not. */
  writes(from: string, to: string, text: string): void {
    const id = `3A${String(this.written.length).padStart(18, '0')}`;
    const message: Written = { id, from, to, text, step: this.nextStep() };
    this.written.push(message);
    const login = this.logins.get(to);
    if (login) this.deliver(login, message);
  }

  /** Bytes of the heap of a process that has a session, after a collection where it exposes one. */
  async heapOf(pid: number): Promise<number> {
    const login = [...this.logins.values()].find((each) => each.pid === pid);
    if (!login) throw new Error(`Process ${pid} has no session`);
    this.heaps.delete(pid);
    this.tell(login.socket, { type: 'memory' });
    await until('its memory is told', () => this.heaps.has(pid));
    return this.heaps.get(pid) ?? 0;
  }

  private connected(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    let login: Login | undefined;
    // it repeats errors of its input
    const lines = createInterface({ input: socket }).on('error', () => undefined);
    lines.on('line', (line) => {
      const said = JSON.parse(line) as FromSocket;
      if (said.type === 'login') login = this.login(socket, said.pid, said.number);
      else if (login && said.type === 'send') this.receive(login, said);
      else if (login && said.type === 'confirm') this.messageOf(said.id).confirmed = true;
      else if (login && said.type === 'retry') this.encryptAnew(login, this.messageOf(said.id));
      else if (login && said.type === 'memory') this.heaps.set(login.pid, said.heap);
    });
  }

  private login(socket: Socket, pid: number, number: string | null): Login | undefined {
    if (number === null) {
      this.tell(socket, { type: 'code' });
      this.paired += 1;
      const scanned = { type: 'scanned', number: `5511955${String(this.paired).padStart(6, '0')}` } as const;
      setTimeout(() => this.tell(socket, scanned), 50);
      return undefined;
    }
    const before = this.logins.get(number);
    if (before) void this.replace(before);
    const login: Login = { pid, number, socket, at: performance.now() };
    this.logins.set(number, login);
    this.tell(socket, { type: 'open' });
    for (const message of this.written) if (message.to === number && !message.confirmed) this.deliver(login, message);
    return login;
  }

  private async replace(login: Login): Promise<void> {
    login.replacedAt = performance.now();
    await delay(conflictDelayMs, undefined, { ref: false });
    this.tell(login.socket, { type: 'close', code: connectionReplaced });
  }

  private deliver({ socket }: Login, { id, from, text, step }: Written): void {
    this.tell(socket, { type: 'message', id, from, text, step });
  }

  private nextStep(): number {
    this.steps += 1;
    return this.steps;
  }

  private encryptAnew(login: Login, message: Written): void {
    this.retries += 1;
    message.step = this.nextStep();
    this.deliver(login, message);
  }

  private receive({ pid, number, socket, replacedAt }: Login, said: FromSocket & { type: 'send' }): void {
    const { jid, id, text, step } = said;
    const delivery: Delivery = { number, jid, id, text, step, pid, at: performance.now() };
    if (replacedAt !== undefined) this.sentByReplaced.push({ ...delivery, replacedAt });
    else this.sent.push(delivery);
    if (replacedAt === undefined) this.tell(socket, { type: 'taken', id });
  }

  private messageOf(id: string): Written {
    const message = this.written[Number(id.slice(2))];
    if (!message) throw new Error(`No message ${id}`);
    return message;
  }

  private tell(socket: Socket, message: FromServer): void {
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  }
}

/** Messages that were encrypted with a step that another message of the same session and customer has. */
export function stepsUsedTwice(sent: readonly Delivery[]): string[] {
  const steps = new Map<string, string>();
  return sent.flatMap(({ number, jid, id, step }) => {
    const key = `${number} ${jid} ${step}`;
    const other = steps.get(key) ?? id;
    steps.set(key, other);
    return other === id ? [] : [`${key}: ${other}, ${id}`];
  });
}
