import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import type { Condition } from '../../core/database/statements.js';
import type { TicketPlace } from './tickets.events.js';
import { seenBy, visibleTo } from './tickets.policy.js';

/** Who sees which conversations, as where-clauses for what later modules keep about them. */
@Injectable()
export class TicketReaders {
  constructor(private readonly context: Context) {}

  /** On the alias `t`: conversations that the caller sees. */
  shown(): Condition {
    return visibleTo(this.context.actor);
  }

  /** On the alias `u`: users who see the conversation. */
  of(place: TicketPlace): Condition {
    return seenBy(place);
  }
}
