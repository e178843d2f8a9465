import { Injectable } from '@nestjs/common';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { TicketTransfers } from '../assignment/ticket-transfers.service.js';
import type { TicketStatus } from '../ticket.entity.js';
import { otherOpenTicket, ticketErrors, ticketNotAllowed } from '../tickets.errors.js';
import {
  actionBy,
  dispatchTransition,
  type TicketAssignment,
  TicketChanged,
  type TicketTransition,
} from '../tickets.events.js';
import { sees } from '../tickets.policy.js';
import { TicketQueries, type TicketRow } from '../tickets.queries.js';
import { assignmentOf } from '../tickets.service.js';
import { TicketAuditLog } from './ticket-audit-log.js';
import { type CycleTimes, TicketCycles } from './ticket-cycles.service.js';
import { TicketLocks } from './ticket-locks.service.js';

/** A conversation as it stood: what an act changes, and what is needed to take the act back. */
export interface TicketSnapshot {
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly whatsappId: number;
  readonly useIntegration: boolean;
  readonly promptId: number | null;
  readonly integrationId: number | null;
  /** Its newest cycle. */
  readonly cycle: CycleTimes | null;
}

/** What taking an act back is to whoever sees it. */
const deedOf = (now: TicketAssignment, then: TicketAssignment): 'closed' | 'reopened' | 'transferred' => {
  if (then.status === 'closed') return 'closed';
  return now.status === 'closed' ? 'reopened' : 'transferred';
};

/** Remembers how a conversation stands, and brings that back. */
@Injectable()
export class TicketSnapshots {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly locks: TicketLocks,
    private readonly cycles: TicketCycles,
    private readonly transfers: TicketTransfers,
    private readonly rows: TicketQueries,
    private readonly auditLog: TicketAuditLog,
  ) {}

  /** The conversation is held from here on. @throws 404 */
  async take(ticketId: number): Promise<TicketSnapshot> {
    const ticket = await this.locks.lock(ticketId);
    const { status, userId, queueId, whatsappId, useIntegration, promptId, integrationId } = ticket;
    const cycle = (await this.cycles.latest(ticketId)) ?? null;
    return { status, userId, queueId, whatsappId, useIntegration, promptId, integrationId, cycle };
  }

  /**
   * Brings back status, holder, department, connection and times, as they were before an act that left the conversation at `since`.
   * @throws 409 when anything happened to it after that, or its contact has another open one meanwhile; what a transfer
   * throws, when holder or department are not there any more
   */
  async restore(ticketId: number, memory: TicketSnapshot, since: string): Promise<TicketRow> {
    const ticket = await this.locks.lock(ticketId);
    if (ticket.updatedAt.toISOString() !== since) throw ticketErrors.ERR_TICKET_MOVED_ON();
    const { companyId, actor } = this.context;
    if (!sees(actor, memory)) throw ticketNotAllowed();
    if (memory.queueId !== null) await this.transfers.assertQueue(memory.queueId);
    if (memory.userId !== null) await this.transfers.assertMember(memory.userId, memory.queueId);
    if (ticket.status === 'closed' && memory.status !== 'closed') {
      const other = await this.locks.lockOpenTicket(ticket.contactId, ticket.whatsappId);
      if (other) throw otherOpenTicket(other);
    }
    const before = assignmentOf(ticket);
    const deed = deedOf(before, memory);
    const { cycle, whatsappId, ...place } = memory;
    if (whatsappId !== ticket.whatsappId) await this.transfers.moveConnection(ticket, whatsappId);
    Object.assign(ticket, place);
    await this.db.em.flush();
    if (cycle) await this.cycles.restore(ticketId, cycle);
    this.auditLog.record('restored', ticket);
    this.events.emit(new TicketChanged(companyId, ticketId, before, actionBy(deed, actor)));
    const row = await this.rows.byId(ticketId);
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return row;
  }

  /** Runs what an act left for deferred, unless the conversation has gone elsewhere since. */
  async dispatchDeferred(ticketId: number, place: TicketAssignment, steps: readonly TicketTransition[]): Promise<void> {
    const ticket = await this.locks.lock(ticketId);
    const { status, userId, queueId } = ticket;
    if (status !== place.status || userId !== place.userId || queueId !== place.queueId) return;
    for (const step of steps) await dispatchTransition(this.events, step, ticket);
  }
}
