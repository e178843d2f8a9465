import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/context.js';

/** Hours and due dates pass without an event, and one of another process may be lost. */
const maxAgeMs = 2_000;

/** Actors of the last requests, so that most are let in without a statement; dropped by the commit of what changes one. */
@Injectable()
export class SessionCache {
  private actors = new Map<string, Actor>();
  private since = 0;

  /** @param read of the session as it is in the database */
  async get(sid: string, read: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    if (Date.now() - this.since >= maxAgeMs) this.drop();
    // what was read before a change goes into the map that the change has dropped
    const { actors } = this;
    const known = actors.get(sid);
    if (known) return known;
    const actor = await read();
    if (actor) actors.set(sid, actor);
    return actor;
  }

  drop(): void {
    this.actors = new Map();
    this.since = Date.now();
  }
}
