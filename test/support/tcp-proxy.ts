import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can be closed: open connections are reset and new ones refused. */
export class TcpProxy {
  private open = true;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => {
    if (!this.open) return void client.resetAndDestroy();
    const server = connect(this.port, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });

  /** Forwards to that port. */
  constructor(private readonly port: number) {}

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  block(): void {
    this.open = false;
    for (const socket of this.sockets) socket.destroy();
  }

  unblock(): void {
    this.open = true;
  }

  async close(): Promise<void> {
    this.block();
    await new Promise((done) => this.server.close(done));
  }
}
