import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../core/context.js';
import { RecentValues } from '../../../../core/recent-values.js';

/** Access hours and due dates end without an event, and an event of another process may be lost. */
const maxAgeMs = 2_000;

/** Actors of recent requests by token, which save a statement per request; a commit that changes one removes it. */
@Injectable()
export class SessionCache extends RecentValues<string, Actor | undefined> {
  constructor() {
    super(maxAgeMs);
  }
}
