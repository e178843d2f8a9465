import { Injectable } from '@nestjs/common';
import { SessionResolver, type TokenClaims } from '../access/session-resolver.js';
import { type Actor, Context } from '../context.js';
import { BatchLoader } from '../database/batch-loader.js';

const maxSessionsPerStatement = 500;

/** The current actors of sockets: thousands that reconnect at once are a few statements. */
@Injectable()
export class SocketActorResolver {
  private readonly loader: BatchLoader<TokenClaims, Actor | undefined>;

  constructor(sessions: SessionResolver, context: Context) {
    this.loader = new BatchLoader(
      context,
      async (_key, claims) => {
        const bySession = new Map(claims.map((one) => [one.sid, one]));
        const actors = await sessions.resolveAll([...bySession.values()]);
        return claims.map(({ sid }) => actors.get(sid));
      },
      maxSessionsPerStatement,
    );
  }

  /** Read after this call; undefined when the session is over. */
  resolve(claims: TokenClaims): Promise<Actor | undefined> {
    return this.loader.load(0, claims);
  }
}
