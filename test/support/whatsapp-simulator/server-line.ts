import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { boom, type SimulatedPhone } from './engine.js';
import type { FromServer, FromSocket } from './server.js';
import { stanza } from './signal.js';

const connectionClosed = 428;

/** Connects a socket to the server of all processes, which plays the phone. */
export class ServerLine {
  private readonly socket = connect(Number(process.env['WHATSAPP_SIMULATOR_PORT']), '127.0.0.1');
  private readonly sending = new Map<string, PromiseWithResolvers<void>>();

  constructor(private readonly phone: SimulatedPhone) {
    const [number = null] = phone.config.auth.creds.me?.id.split(':') ?? [];
    phone.onConfirm = (id) => this.tell({ type: 'confirm', id });
    this.tell({ type: 'login', pid: process.pid, number });
    // it repeats errors of its input
    const lines = createInterface({ input: this.socket }).on('error', () => undefined);
    lines.on('line', (line) => this.hear(JSON.parse(line) as FromServer));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      for (const { reject } of this.sending.values()) reject(boom(connectionClosed));
      if (!phone.ended) phone.closes(connectionClosed);
    });
  }

  /** When the server has taken it. */
  send(jid: string, id: string, text: string, step: number): Promise<void> {
    const taken = Promise.withResolvers<void>();
    this.sending.set(id, taken);
    this.tell({ type: 'send', jid, id, text, step });
    return taken.promise.finally(() => this.sending.delete(id));
  }

  end(): void {
    this.socket.destroy();
  }

  private hear(said: FromServer): void {
    const { phone } = this;
    if (said.type === 'code') phone.showsCode();
    if (said.type === 'scanned') phone.scans(said.number);
    if (said.type === 'open') phone.opens();
    if (said.type === 'taken') this.sending.get(said.id)?.resolve();
    if (said.type === 'memory') {
      (globalThis as { gc?: () => void }).gc?.();
      this.tell({ type: 'memory', heap: process.memoryUsage().heapUsed });
    }
    if (said.type === 'message' && !phone.ended) void this.receive(said);
    if (said.type === 'close' && !phone.ended) phone.closes(said.code);
    if (phone.ended) this.end();
  }

  private async receive({ id, from, text, step }: FromServer & { type: 'message' }): Promise<void> {
    const decrypted = await this.phone.receives(stanza({ id, from }, { conversation: text }, step));
    if (!decrypted && !this.phone.ended) this.tell({ type: 'retry', id });
  }

  private tell(message: FromSocket): void {
    this.socket.write(`${JSON.stringify(message)}\n`);
  }
}
