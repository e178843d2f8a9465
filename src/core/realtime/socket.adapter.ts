import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import { type ServerOptions as WebSocketOptions, WebSocketServer } from 'ws';
import type { AppConfig } from '../config/config.js';

const closeTimeoutMs = 3_000;

/** Waits only this long, not 30 s, for the answer to a close frame, so that a sleeping browser delays no shutdown. */
class WebSocketEngine extends WebSocketServer {
  constructor(options: WebSocketOptions) {
    const limited = { ...options, closeTimeout: closeTimeoutMs };
    super(limited);
  }
}

/** Accepts sockets on the port of the HTTP server, for its own origin and the configured ones. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: INestApplication,
    private readonly config: AppConfig,
    /** undefined when there are no other processes. */
    private readonly redisAdapter: ServerOptions['adapter'] | undefined,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowed = new Set([this.config.publicUrl, ...this.config.corsOrigins]);
    const worker = this.config.role === 'worker';
    return super.createIOServer(port, {
      ...options,
      ...(this.redisAdapter ? { adapter: this.redisAdapter } : {}),
      serveClient: false,
      wsEngine: WebSocketEngine,
      cors: { origin: [...allowed], credentials: true },
      allowRequest: (request, callback) => {
        const { origin, host } = request.headers;
        // only browsers send an Origin header
        const own = origin === undefined || allowed.has(origin) || URL.parse(origin)?.host === host;
        if (worker) callback('a worker has no sockets', false);
        else callback(own ? null : 'origin refused', own);
      },
    } as ServerOptions) as Server;
  }

  /** The gateway attaches its own listener: those of Nest are a tenth of the memory of a socket. */
  override bindClientConnect(): void {}
}
