import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../core/context.js';
import { RecentValues } from '../../../../core/recent-values.js';

/** Hours and due dates pass without an event, and one of another process may be lost. */
const maxAgeMs = 2_000;

/** Actors of the last requests by token, so that most are let in without a statement; dropped by the commit of what changes one. */
@Injectable()
export class SessionCache extends RecentValues<string, Actor | undefined> {
  constructor() {
    super(maxAgeMs);
  }
}
