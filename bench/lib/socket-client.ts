import { WebSocket } from 'ws';

/*
 * The socket.io protocol (Engine.IO 4, websocket only, default namespace) without socket.io-client: ten thousand of them
 * cost less than the server they measure, and one can stop reading.
 */

export interface SocketListener {
  /** `connect_error`. */
  refused(): void;
  /** `["name",…]`, valid during the call only. */
  event(data: Buffer): void;
  closed(): void;
}

const handshakeTimeout = 20_000;

export class SocketClient {
  private readonly ws: WebSocket;
  private refused = false;

  constructor(url: string, token: string, listener: SocketListener) {
    const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    this.ws = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout, skipUTF8Validation: true });
    const timer = setTimeout(() => this.ws.terminate(), handshakeTimeout);
    this.ws.on('message', (data: Buffer) => {
      const type = data.toString('latin1', 0, 2);
      if (type === '42') listener.event(data.subarray(2));
      else if (type === '2') this.ws.send('3');
      else if (type.startsWith('0')) this.ws.send(`40${JSON.stringify({ token, client: 'atende' })}`);
      else clearTimeout(timer);
      if (type !== '44') return;
      this.refused = true;
      listener.refused();
      this.ws.terminate();
    });
    // a close follows
    this.ws.on('error', () => undefined);
    this.ws.on('close', () => {
      clearTimeout(timer);
      if (!this.refused) listener.closed();
    });
  }

  emit(name: string): void {
    this.ws.send(`42${JSON.stringify([name])}`);
  }

  /** Stays connected and reads nothing more, as a suspended page. */
  stopReading(): void {
    this.ws.pause();
  }
}
