import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { Events } from '../../core/events/events.js';
import { HeldTickets } from './held-tickets.service.js';
import type { TicketStatus } from './ticket.entity.js';
import { TicketActs } from './ticket-acts.js';
import { type CycleTimes, TicketCycles } from './ticket-cycles.service.js';
import { type TicketRow, TicketRows } from './ticket-rows.service.js';
import { TicketTransfers } from './ticket-transfers.service.js';
import { otherOpenTicket, ticketErrors, ticketNotAllowed } from './tickets.errors.js';
import { actOf, dispatchTransition, TicketChanged, type TicketPlace, type TicketTransition } from './tickets.events.js';
import { sees } from './tickets.policy.js';
import { placeOf } from './tickets.service.js';

/** A conversation as it stood: what an act changes, and what is needed to take the act back. */
export interface TicketMemory {
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
const deedOf = (now: TicketPlace, then: TicketPlace): 'closed' | 'reopened' | 'transferred' => {
  if (then.status === 'closed') return 'closed';
  return now.status === 'closed' ? 'reopened' : 'transferred';
};

/** Remembers how a conversation stands, and brings that back. */
@Injectable()
export class TicketMemories {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly held: HeldTickets,
    private readonly cycles: TicketCycles,
    private readonly transfers: TicketTransfers,
    private readonly rows: TicketRows,
    private readonly acts: TicketActs,
  ) {}

  /** The conversation is held from here on. @throws 404 */
  async remember(ticketId: number): Promise<TicketMemory> {
    const ticket = await this.held.hold(ticketId);
    const { status, userId, queueId, whatsappId, useIntegration, promptId, integrationId } = ticket;
    const cycle = (await this.cycles.newest(ticketId)) ?? null;
    return { status, userId, queueId, whatsappId, useIntegration, promptId, integrationId, cycle };
  }

  /**
   * Brings back status, holder, department, connection and times, as they were before an act that left the conversation at `since`.
   * @throws 409 when anything happened to it after that, or its contact has another open one meanwhile; what a transfer
   * throws, when holder or department are not there any more
   */
  async restore(ticketId: number, memory: TicketMemory, since: string): Promise<TicketRow> {
    const ticket = await this.held.hold(ticketId);
    if (ticket.updatedAt.toISOString() !== since) throw ticketErrors.ERR_TICKET_MOVED_ON();
    const { companyId, actor } = this.context;
    if (!sees(actor, memory)) throw ticketNotAllowed();
    if (memory.queueId !== null) await this.transfers.assertQueue(memory.queueId);
    if (memory.userId !== null) await this.transfers.assertMember(memory.userId, memory.queueId);
    if (ticket.status === 'closed' && memory.status !== 'closed') {
      const other = await this.held.openOne(ticket.contactId, ticket.whatsappId);
      if (other) throw otherOpenTicket(other);
    }
    const before = placeOf(ticket);
    const deed = deedOf(before, memory);
    const { cycle, whatsappId, ...place } = memory;
    if (whatsappId !== ticket.whatsappId) await this.transfers.moveConnection(ticket, whatsappId);
    Object.assign(ticket, place);
    await this.db.em.flush();
    if (cycle) await this.cycles.restore(ticketId, cycle);
    this.acts.record('restored', ticket);
    this.events.emit(new TicketChanged(companyId, ticketId, before, actOf(deed, actor)));
    const row = await this.rows.byId(ticketId);
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return row;
  }

  /** Runs what an act left for deferred, unless the conversation has gone elsewhere since. */
  async complete(ticketId: number, place: TicketPlace, steps: readonly TicketTransition[]): Promise<void> {
    const ticket = await this.held.hold(ticketId);
    const { status, userId, queueId } = ticket;
    if (status !== place.status || userId !== place.userId || queueId !== place.queueId) return;
    for (const step of steps) await dispatchTransition(this.events, step, ticket);
  }
}
