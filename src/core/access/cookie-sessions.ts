import type { Actor } from '../context.js';

/** Name of the cookie that carries the refresh token. */
export const refreshCookie = 'jrt';

/** Port: the owner of a refresh cookie, for pages that a browser opens without a token. A module implements it. */
export abstract class CookieSessions {
  /** Does not rotate the cookie. undefined when it is forged, expired, or its session is over. */
  abstract actorOf(cookie: string): Promise<Actor | undefined>;
}
