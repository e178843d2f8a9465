import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { AppConfig } from '../config/config.js';

/** Sockets on the server's own port, open to our own origin and the configured ones only. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: INestApplication,
    private readonly config: AppConfig,
    /** undefined: this process is alone. */
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
      cors: { origin: [...allowed], credentials: true },
      allowRequest: (request, callback) => {
        const { origin, host } = request.headers;
        // programs send no Origin; a page must be ours or a configured one
        const own = origin === undefined || allowed.has(origin) || URL.parse(origin)?.host === host;
        if (worker) callback('a worker has no sockets', false);
        else callback(own ? null : 'origin refused', own);
      },
    } as ServerOptions) as Server;
  }

  /** The gateway listens to the server itself; what Nest would keep for each socket is a tenth of what it weighs. */
  override bindClientConnect(): void {}
}
