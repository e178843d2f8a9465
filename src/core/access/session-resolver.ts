import type { Actor, Profile } from '../context.js';

/** The content of an access token; everything else about the user is read anew. */
export interface TokenClaims {
  readonly sid: string;
  readonly userId: number;
}

/** Beside them in the token: what existing clients read there, and nothing here does. */
export interface ShownClaims {
  readonly companyId: number;
  readonly profile: Profile;
}

/** Port: turns a token into the current actor. A module implements it. */
export abstract class SessionResolver {
  /** @throws 403 ERR_SESSION_EXPIRED when the token is invalid or past its time. */
  abstract verify(token: string): TokenClaims;
  /**
   * undefined when the session was ended or the user removed; what passes without a change (an hour, a due date, the token's
   * time) may be noticed two seconds late. @throws 403 as verify, 401 when the company is suspended
   */
  abstract resolve(token: string): Promise<Actor | undefined>;
  /** Many at once, by session id; without those that are undefined or rejected. */
  abstract resolveAll(claims: readonly TokenClaims[]): Promise<Map<string, Actor>>;
}

/** Port: finds the connection that a token belongs to. A module implements it. @throws 401 when the company is suspended */
export abstract class IntegrationTokens {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** How a service token begins. */
export const serviceTokenPrefix = 'atk_';

/** Port: finds the program that a service token belongs to. A module implements it. @throws 401 when the company is suspended */
export abstract class ServiceTokens {
  abstract resolve(token: string): Promise<Actor | undefined>;
}

/** Name of the cookie that carries the refresh token. */
export const refreshCookie = 'jrt';
