import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

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

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
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
