import type { Actor, ConnectionActor } from '../context.js';

/** What an access token says; everything else about the user is read anew. */
export interface TokenClaims {
  readonly sid: string;
  readonly userId: number;
}

/** Port: turns a token into who acts now. The auth module implements it. */
export abstract class SessionResolver {
  /** @throws 403 ERR_SESSION_EXPIRED when the token is invalid or past its time. */
  abstract verify(token: string): TokenClaims;
  /** A token of ours that only its time has ended; what it says may no longer be used. */
  abstract isExpired(token: string): boolean;
  /** undefined when the session was ended or the user is gone. @throws 401 when the company may not work (behaviour.md §2) */
  abstract resolve(claims: TokenClaims): Promise<Actor | undefined>;
  /** Many at once, by session id; who would be undefined or refused is not there. */
  abstract resolveAll(claims: readonly TokenClaims[]): Promise<Map<string, Actor>>;
}

/** Port: turns the token of a connection into its company. The connections module implements it. */
export abstract class ConnectionTokens {
  abstract resolveConnection(token: string): Promise<ConnectionActor | undefined>;
}
