import type { Actor } from '../context.js';

/** Name of the cookie that carries the refresh token. */
export const refreshCookie = 'jrt';

/** Port: who a refresh cookie belongs to, for pages that a browser opens without a token. The auth module implements it. */
export abstract class CookieSessions {
  /** Uses nothing up: the cookie stays as good as it was. undefined when it is forged, too old, or its session is over. */
  abstract actorOf(cookie: string): Promise<Actor | undefined>;
}
