import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { TicketTransfersService } from '../assignment/ticket-transfers.service.js';
import { TicketRowsService } from '../crud/ticket-rows.service.js';
import { TicketsService } from '../crud/tickets.service.js';
import { TicketLifecycleService, type TicketSnapshot } from '../lifecycle/ticket-lifecycle.service.js';
import { conflictingTicketOf, TicketLocksService } from '../lifecycle/ticket-locks.service.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import { TicketTagsService } from '../tags/ticket-tags.service.js';
import { otherOpenTicket, ticketErrors, ticketNotAllowed } from '../tickets.errors.js';
import { actionBy, assignmentOf, type TicketAssignment, TicketChanged } from '../tickets.events.js';
import { sees } from '../tickets.policy.js';
import type { ActionOutcome } from './bulk-actions.dto.js';
import { DeferredTransitionsService } from './deferred-transitions.service.js';
import { FinalizeAction } from './finalize-action.job.js';
import type { UndoData } from './undoable-action.entity.js';
import {
  deleteUndoableAction,
  insertUndoableAction,
  type StoredAction,
  type StoredTransition,
  takeDeferredTransitions,
} from './undoable-actions.queries.js';

/** Screens offer the undo for six seconds, or longer while the pointer is on the offer. */
const undoMs = 10_000;

/** Actions can be undone for ten seconds; their automatic texts are deferred until then. */
@Injectable()
export class UndoableActionsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly tickets: TicketsService,
    private readonly ticketRows: TicketRowsService,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly transfers: TicketTransfersService,
    private readonly tags: TicketTagsService,
    private readonly audit: Audit,
    private readonly deferred: DeferredTransitionsService,
  ) {}

  /** Locks the ticket until the commit. @throws 404 */
  async takeSnapshot(ticketId: number): Promise<TicketSnapshot> {
    return this.lifecycle.takeSnapshot(await this.locks.lock(ticketId));
  }

  /** Returns the id by which the action can be undone. */
  async store(ticketId: number, undo: UndoData): Promise<number> {
    const { companyId, actor } = this.context;
    const row = await this.db.row(insertUndoableAction(companyId, ticketId, actor.userId, undo));
    if (!row) throw new Error('An insert without a row');
    await this.jobs.add(FinalizeAction, { actionId: row.id }, { runAt: new Date(Date.now() + undoMs) });
    return row.id;
  }

  /** Whoever deletes the row first wins: this or the job. @throws 409 when it is too late */
  async undo(actionId: number): Promise<ActionOutcome> {
    const action = await this.delete(actionId, this.context.actor.userId);
    if (!action) throw ticketErrors.ERR_UNDO_OVER();
    const { ticketId, undo } = action;
    if (undo.kind === 'moved') return { ticket: await this.restore(ticketId, undo), act: null };
    await this.tags.change(ticketId, undo.tagId, 'off');
    return { ticket: await this.tickets.get(ticketId), act: null };
  }

  /** To be called before an attendant's message is stored: sends the deferred texts first, which ends the undo time. */
  async dispatchDeferred(ticketId: number): Promise<void> {
    const actions = await this.db.rows(takeDeferredTransitions(this.context.companyId, ticketId));
    for (const { undo } of actions) await this.deferred.dispatch(ticketId, undo);
  }

  /**
   * @throws 409 when the ticket has changed since or its contact has another open one, and errors of a transfer when
   * user or queue were removed
   */
  private async restore(ticketId: number, { before: snapshot, since }: StoredTransition): Promise<TicketRow> {
    const ticket = await this.locks.lock(ticketId);
    if (ticket.updatedAt.toISOString() !== since) throw ticketErrors.ERR_TICKET_MOVED_ON();
    const { companyId, actor } = this.context;
    if (!sees(actor, snapshot)) throw ticketNotAllowed();
    if (snapshot.queueId !== null) await this.transfers.assertQueue(snapshot.queueId);
    if (snapshot.userId !== null) await this.transfers.assertMember(snapshot.userId, snapshot.queueId);
    if (ticket.status === 'closed' && snapshot.status !== 'closed') {
      const other = await this.locks.lockOpenTicket(ticket.contactId, ticket.connectionId);
      if (other) throw otherOpenTicket(conflictingTicketOf(other));
    }
    const before = assignmentOf(ticket);
    if (snapshot.connectionId !== ticket.connectionId)
      await this.transfers.moveConnection(ticket, snapshot.connectionId);
    await this.lifecycle.restore(ticket, snapshot);
    this.audit.record('ticket.restored', ticketId, { code: ticket.code });
    this.events.emit(
      new TicketChanged({ companyId, ticketId, before, action: actionBy(undoActionOf(before, snapshot), actor) }),
    );
    return this.ticketRows.get(ticketId);
  }

  private delete(id: number, userId: number | null = null): Promise<StoredAction | undefined> {
    return this.db.row(deleteUndoableAction(this.context.companyId, id, userId));
  }
}

/** The kind of change as which an undo is shown to users who see the ticket. */
function undoActionOf(now: TicketAssignment, restored: TicketAssignment): 'closed' | 'reopened' | 'transferred' {
  if (restored.status === 'closed') return 'closed';
  return now.status === 'closed' ? 'reopened' : 'transferred';
}
