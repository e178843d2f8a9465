import { Injectable } from '@nestjs/common';
import { Context } from '../../../core/context.js';
import type { Condition } from '../../../core/database/statements.js';
import { usersWhoSee } from '../ticket-references.queries.js';
import type { TicketAssignment } from '../tickets.events.js';
import { visibleTo } from '../tickets.policy.js';

/** Who sees which conversations, as where-clauses for what later modules keep about them. */
@Injectable()
export class TicketVisibility {
  constructor(private readonly context: Context) {}

  /** On the alias `t`: conversations that the caller sees. */
  visibleToCaller(): Condition {
    return visibleTo(this.context.actor);
  }

  /** On the alias `u`: users who see the conversation. */
  usersWhoSee(place: TicketAssignment): Condition {
    return usersWhoSee(place);
  }
}
