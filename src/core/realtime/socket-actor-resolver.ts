import { Injectable } from '@nestjs/common';
import { SessionResolver, type TokenClaims } from '../access/session-resolver.js';
import { type Actor, Context } from '../context.js';

/** Sessions asked for in one statement. */
const batchSize = 500;

interface Question {
  readonly claims: TokenClaims;
  answer(actor: Actor | undefined): void;
  fail(error: unknown): void;
}

/**
 * Who the sockets act as now. What is asked while a statement runs goes into the next one, so that thousands that come
 * back at once are a few statements, and sockets of one session share what they learn.
 */
@Injectable()
export class SocketActorResolver {
  private waiting: Question[] = [];
  private asking = false;

  constructor(
    private readonly sessions: SessionResolver,
    private readonly context: Context,
  ) {}

  /** As things stand no earlier than this call; undefined when the session does not count any more. */
  resolve(claims: TokenClaims): Promise<Actor | undefined> {
    return new Promise((answer, fail) => {
      this.waiting.push({ claims, answer, fail });
      if (!this.asking) void this.resolveBatches();
    });
  }

  private async resolveBatches(): Promise<void> {
    this.asking = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, batchSize);
      try {
        const actors = await this.resolveAll(batch.map(({ claims }) => claims));
        for (const { claims, answer } of batch) answer(actors.get(claims.sid));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    this.asking = false;
  }

  private resolveAll(all: readonly TokenClaims[]): Promise<Map<string, Actor>> {
    const claims = [...new Map(all.map((one) => [one.sid, one])).values()];
    // the statement of the moment belongs to none of the requests that wait for it
    return this.context.run({}, () => this.sessions.resolveAll(claims));
  }
}
