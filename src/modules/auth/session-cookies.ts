import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { CookieSessions } from '../../core/access/session-resolver.js';
import type { Actor } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { Sessions, withinReuseGrace } from './sessions.js';
import { Tokens } from './tokens.js';

/** Reads refresh cookies without rotating them. */
@Injectable()
export class SessionCookies extends CookieSessions {
  constructor(
    private readonly db: Db,
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
  ) {
    super();
  }

  async actorOf(cookie: string): Promise<Actor | undefined> {
    const claims = this.tokens.readRefresh(cookie);
    if (!claims) return undefined;
    // the newest refresh token, and for 30 seconds its predecessor, as when they are used (ADR 10)
    const session = await this.db.platformRow<{ userId: number }>(
      sql`select user_id as "userId" from sessions
       where sid = ${claims.sid} and (counter = ${claims.counter} or ${withinReuseGrace(claims.counter)})`,
    );
    return session && this.sessions.resolve({ sid: claims.sid, userId: session.userId });
  }
}
