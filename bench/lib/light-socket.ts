import { connect, type Socket } from 'node:net';

/*
 * A socket.io client of few lines (Engine.IO 4 over websocket, default namespace, text only), so that ten thousand of
 * them cost the generator less than the server they measure, and one of them can stop reading.
 */

export interface Listener {
  /** The server let us in. */
  connected(): void;
  /** The server refuses the sign-in: `connect_error` with this message. */
  refused(message: string): void;
  /** An event as it arrived: `["name",…]`, valid during the call only. */
  event(data: Buffer): void;
  closed(): void;
}

const text = 1;
const closing = 8;
const masked = 0x80;
const seventeenBits = 126;
const sixtyFourBits = 127;
const answerMs = 20_000;

export class LightSocket {
  private readonly socket: Socket;
  private rest: Buffer = Buffer.alloc(0);
  private upgraded = false;
  private over = false;
  private patience: NodeJS.Timeout;

  constructor(
    url: URL,
    private readonly token: string,
    private readonly listener: Listener,
  ) {
    this.socket = connect(Number(url.port), url.hostname);
    this.socket.setNoDelay(true);
    this.patience = setTimeout(() => this.socket.destroy(), answerMs);
    this.socket.on('connect', () => {
      this.socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
    });
    this.socket.on('data', (chunk: Buffer) => this.read(chunk));
    // what went wrong is told by the close that follows
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      clearTimeout(this.patience);
      if (!this.over) listener.closed();
      this.over = true;
    });
  }

  emit(name: string): void {
    this.write(`42${JSON.stringify([name])}`);
  }

  /** Stays connected and reads nothing more, as a stuck page does; answers its port. */
  stopReading(): number | undefined {
    this.socket.pause();
    return this.socket.localPort;
  }

  close(): void {
    this.over = true;
    this.socket.destroy();
  }

  private write(packet: string): void {
    const data = Buffer.from(packet);
    const long = data.length >= seventeenBits;
    const head = Buffer.alloc(long ? 8 : 6);
    head[0] = masked | text;
    head[1] = masked | (long ? seventeenBits : data.length);
    if (long) head.writeUInt16BE(data.length, 2);
    // the mask is four zeros, which leaves the text as it is
    this.socket.write(Buffer.concat([head, data]));
  }

  private read(chunk: Buffer): void {
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    if (!this.upgraded) {
      const end = data.indexOf('\r\n\r\n');
      if (end < 0) {
        this.rest = data;
        return;
      }
      if (!data.subarray(0, 12).toString('latin1').endsWith('101')) {
        this.socket.destroy();
        return;
      }
      this.upgraded = true;
      data = data.subarray(end + 4);
    }
    let at = 0;
    for (;;) {
      const frame = frameAt(data, at);
      if (!frame) break;
      if (frame.opcode === closing) this.socket.destroy();
      else if (frame.opcode === text) this.packet(data.subarray(frame.from, frame.to));
      at = frame.to;
    }
    // a copy: what is kept would keep the whole chunk
    this.rest = at < data.length ? Buffer.from(data.subarray(at)) : Buffer.alloc(0);
  }

  private packet(data: Buffer): void {
    const kind = data.toString('latin1', 0, 2);
    if (kind === '42') this.listener.event(data.subarray(2));
    else if (kind === '2') this.write('3');
    else if (kind.startsWith('0')) this.write(`40${JSON.stringify({ token: this.token, client: 'atende' })}`);
    else if (kind === '40') {
      clearTimeout(this.patience);
      this.listener.connected();
    } else if (kind === '44') {
      clearTimeout(this.patience);
      this.over = true;
      const { message } = JSON.parse(data.toString('utf8', 2)) as { message: string };
      this.listener.refused(message);
      this.socket.destroy();
    }
  }
}

function frameAt(data: Buffer, at: number): { opcode: number; from: number; to: number } | undefined {
  if (data.length < at + 2) return undefined;
  const opcode = (data[at] ?? 0) & 0x0f;
  const short = (data[at + 1] ?? 0) & 0x7f;
  const bytes = short === seventeenBits ? 2 : short === sixtyFourBits ? 8 : 0;
  const from = at + 2 + bytes;
  if (data.length < from) return undefined;
  const length = bytes === 0 ? short : bytes === 2 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2));
  return data.length < from + length ? undefined : { opcode, from, to: from + length };
}
