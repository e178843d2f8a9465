import type { Server } from 'socket.io';
import type { AppSocket } from './app-socket.js';

/*
 * The request of a handshake is not needed after the sign-in. With its headers and the token it is a fifth of the
 * memory of an idle socket, and there may be ten thousand sockets.
 */

interface EngineRequest {
  res?: EngineResponse;
}

interface EngineResponse {
  /** engine.io keeps the response, and with it the request, as long as the connection exists. */
  req: EngineRequest | undefined;
}

const empty = Object.freeze({});

/** Sets `res` on upgrade requests, which lack it; {@link releaseHandshake} needs it to find the response. */
export function trackUpgradeResponses(server: Server): void {
  server.engine.use((request: EngineRequest, response: EngineResponse, next: () => void) => {
    request.res ??= response;
    next();
  });
}

export function releaseHandshake({ handshake, conn }: AppSocket): void {
  handshake.headers = handshake.query = handshake.auth = empty;
  const connection = conn as { request: EngineRequest | undefined };
  if (connection.request?.res) connection.request.res.req = undefined;
  connection.request = undefined;
}
