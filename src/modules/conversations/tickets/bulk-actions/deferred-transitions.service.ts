import { Injectable } from '@nestjs/common';
import { Events } from '../../../../core/events/events.js';
import { TicketLocksService } from '../lifecycle/ticket-locks.service.js';
import { dispatchTransition } from '../tickets.events.js';
import type { StoredTransition } from './undoable-actions.queries.js';

/** Dispatches the transitions of an action once it can no longer be undone. */
@Injectable()
export class DeferredTransitionsService {
  constructor(
    private readonly events: Events,
    private readonly locks: TicketLocksService,
  ) {}

  /** Does nothing when the ticket's status, user or queue has changed since. */
  async dispatch(ticketId: number, { after, steps }: StoredTransition): Promise<void> {
    const ticket = await this.locks.lock(ticketId);
    const { status, userId, queueId } = ticket;
    if (status !== after.status || userId !== after.userId || queueId !== after.queueId) return;
    for (const step of steps) await dispatchTransition(this.events, step, ticket);
  }
}
