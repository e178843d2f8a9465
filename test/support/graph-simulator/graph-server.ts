import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Endpoints } from './endpoints.js';
import type { GraphAnswer } from './graph-answers.js';
import type { PagePlatform } from './pages.js';
import type { PlatformState } from './platform-state.js';

/** The HTTP side of the simulator, on a port of this machine. */
export class GraphServer {
  private readonly endpoints: Endpoints;
  private readonly server: Server;
  /** Host and port, once started. */
  host = '';

  constructor(
    private readonly platformState: PlatformState,
    pages: PagePlatform,
  ) {
    this.endpoints = new Endpoints(platformState, () => `http://${this.host}`, pages);
    this.server = createServer((request, response) => {
      this.handle(request, response).catch(() => response.destroy());
    });
  }

  async start(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', resolve);
    });
    this.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { latencyMs, now } = this.platformState.options;
    if (latencyMs[1] > 0) await wait(this.platformState.random.between(latencyMs));
    const url = new URL(request.url ?? '/', `http://${this.host}`);
    const answer = await this.endpoints.answer({
      method: request.method ?? 'GET',
      url,
      token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('access_token'),
      contentType: request.headers['content-type'] ?? '',
      body: Buffer.concat(chunks),
    });
    const status = answer.kind === 'json' ? answer.status : answer.kind === 'bytes' ? 200 : 0;
    const code = answer.kind === 'json' ? (answer.code ?? null) : null;
    this.platformState.log.requests.push({
      method: request.method ?? 'GET',
      path: url.pathname,
      status,
      code,
      at: now(),
    });
    write(answer, response);
  }
}

function write(answer: GraphAnswer, response: ServerResponse): void {
  if (answer.kind === 'hang') return;
  if (answer.kind === 'drop') {
    response.destroy();
  } else if (answer.kind === 'bytes') {
    response.writeHead(200, { 'content-type': answer.mime, 'content-length': answer.bytes.length }).end(answer.bytes);
  } else if (typeof answer.body === 'string') {
    response.writeHead(answer.status, { 'content-type': 'text/html' }).end(answer.body);
  } else {
    response
      .writeHead(answer.status, { 'content-type': 'application/json; charset=UTF-8' })
      .end(JSON.stringify(answer.body));
  }
}
