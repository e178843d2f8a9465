import type { Server } from 'socket.io';
import type { AppSocket } from './app-socket.js';

/*
 * Nobody asks again how a socket came: its request, with the headers and the token in it, is a fifth of what a quiet
 * socket weighs, and there may be ten thousand of them.
 */

interface EngineRequest {
  res?: EngineResponse;
}

interface EngineResponse {
  /** Engine.IO hangs the response, and so the request, on the connection for as long as that lasts. */
  req: EngineRequest | undefined;
}

const nothing = Object.freeze({});

/** Upgrades have no `res` of their own by which {@link releaseHandshake} would find it. */
export function trackUpgradeResponses(server: Server): void {
  server.engine.use((request: EngineRequest, response: EngineResponse, next: () => void) => {
    request.res ??= response;
    next();
  });
}

/** Lets go of what only the sign-in needed. */
export function releaseHandshake({ handshake, conn }: AppSocket): void {
  handshake.headers = handshake.query = handshake.auth = nothing;
  const kept = conn as { request: EngineRequest | undefined };
  if (kept.request?.res) kept.request.res.req = undefined;
  kept.request = undefined;
}
