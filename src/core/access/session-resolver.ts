import type { Actor, Profile } from '../context.js';

/** The claims of an access token that are trusted; everything else about the user is read from the database. */
export interface TokenClaims {
  readonly sid: string;
  readonly userId: number;
}

/** Further claims of the token, which existing clients read and this server does not. */
export interface ShownClaims {
  readonly companyId: number;
  readonly profile: Profile;
}

/** Port that turns a token into the current actor; a module implements it. */
export abstract class SessionResolver {
  /** @throws 403 ERR_SESSION_EXPIRED when the token is invalid or past its time. */
  abstract verify(token: string): TokenClaims;
  /**
   * Returns undefined when the session has ended or the user was removed. What changes only with time (an hour, a due
   * date, the token's expiry) may be noticed two seconds late. @throws 403 as verify, 401 when the company is suspended
   */
  abstract resolve(token: string): Promise<Actor | undefined>;
  /** Resolves many sessions at once, by session id; the map lacks those that are undefined or rejected. */
  abstract resolveAll(claims: readonly TokenClaims[]): Promise<Map<string, Actor>>;
}

/** Port that finds the connection of a token; a module implements it. @throws 401 when the company is suspended */
export abstract class IntegrationTokens {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** The prefix of every service token. */
export const serviceTokenPrefix = 'atk_';

/** Port that finds the program of a service token; a module implements it. @throws 401 when the company is suspended */
export abstract class ServiceTokens {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** The name of the cookie with the refresh token. */
export const refreshCookie = 'jrt';
