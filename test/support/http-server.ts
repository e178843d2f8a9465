import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { reachablePorts } from './reachable-ports.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** An external HTTP server: records the requests and returns configured responses. */
export class HttpServer {
  readonly requests: ReceivedRequest[] = [];
  answer: (request: ReceivedRequest, response: ServerResponse) => void | Promise<void> = (_request, response) =>
    void response.writeHead(404).end();

  private readonly server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const received = { method, path: url, headers, body };
      this.requests.push(received);
      await this.answer(received, response);
    });
  });

  /** Listens on a port that the shared application may call, or, where that is to be refused, on another one. */
  async start({ reachable = true } = {}): Promise<this> {
    const ports = reachable ? (await reachablePorts()).servers : [0];
    for (const port of ports) if (await this.listen(port)) return this;
    throw new Error(`The reachable ports ${ports.join(', ')} are taken`);
  }

  private listen(port: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const refused = (error: NodeJS.ErrnoException): void =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
      this.server.once('error', refused);
      this.server.listen(port, '127.0.0.1', () => {
        this.server.off('error', refused);
        resolve(true);
      });
    });
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
