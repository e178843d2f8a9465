import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { Connection } from '../../connections/connection.entity.js';
import type { Contact } from '../../contacts/contact.entity.js';
import { Settings } from '../../settings/settings.service.js';
import { TicketTransfers } from '../assignment/ticket-transfers.service.js';
import { Ticket } from '../ticket.entity.js';
import { onlyQueueOf } from '../ticket-references.queries.js';
import { assignmentOf, TicketChanged } from '../tickets.events.js';
import { TicketLifecycle } from './ticket-lifecycle.service.js';

/** Of a ticket that is created; without a queue the only one of the connection. */
export type NewAssignment = Readonly<Partial<Pick<Ticket, 'queueId' | 'userId'>>>;

export interface InboundTicket extends Pick<Ticket, 'id' | 'userId'> {
  readonly created: boolean;
}

/** Finds the ticket of a customer's message, or creates one (behaviour.md §4). */
@Injectable()
export class InboundTickets {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly lifecycle: TicketLifecycle,
    private readonly settings: Settings,
    private readonly transfers: TicketTransfers,
  ) {}

  /** The one that is not closed; else the last one, within the reopen window, pending again; else a new one, assigned as given. */
  async findOrCreate(
    contact: Pick<Contact, 'id' | 'isGroup'>,
    connection: Pick<Connection, 'id' | 'channel'>,
    assignment: NewAssignment = {},
  ): Promise<InboundTicket> {
    const open = await this.lockOpenTicket(contact.id, connection.id);
    if (open) return { ...open, created: false };
    await this.db.lock('conversation', this.db.companyId, contact.id, connection.id);
    const existing =
      (await this.lockOpenTicket(contact.id, connection.id)) ?? (await this.reopen(contact.id, connection.id));
    const { id, userId } = existing ?? (await this.create(contact, connection, assignment));
    return { id, userId, created: existing === undefined };
  }

  /**
   * The open one and its lock, before its row as everywhere ({@link TicketLocks}). Nothing found may mean that another
   * transaction created it while this one waited for the lock, or that there was no row to take the lock for.
   */
  private lockOpenTicket(contactId: number, connectionId: number): Promise<Pick<Ticket, 'id' | 'userId'> | undefined> {
    const { companyId } = this.db;
    return this.db.row<Pick<Ticket, 'id' | 'userId'>>(sql`
      with locked as materialized (select pg_advisory_xact_lock(hashtextextended(${`conversation:${companyId}:${contactId}:${connectionId}`}, 0)) as done)
       select t.id, t.user_id as "userId" from tickets t cross join locked
       where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.whatsapp_id = ${connectionId}
         and t.status <> 'closed' and locked.done is not null for update of t`);
  }

  private async reopen(contactId: number, connectionId: number): Promise<Ticket | undefined> {
    const minutes = Number(await this.settings.get('reopenWindow'));
    if (!(minutes > 0)) return undefined;
    const row = await this.db.row<{ id: number }>(sql`
      select t.id from tickets t where t.company_id = ${this.db.companyId} and t.contact_id = ${contactId}
       and t.whatsapp_id = ${connectionId}
         and exists (select 1 from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id
           and y.finished_at > now() - make_interval(mins => ${minutes}))
       order by t.id desc limit 1`);
    const ticket = row && (await this.db.em.findOne(Ticket, { id: row.id }));
    if (!ticket) return undefined;
    const before = assignmentOf(ticket);
    await this.lifecycle.assign(ticket, { userId: null, queueId: ticket.queueId });
    this.events.emit(new TicketChanged(this.db.companyId, ticket.id, before));
    return ticket;
  }

  /** The ticket of a connection with several queues gets one from the menu. */
  private async create(
    contact: Pick<Contact, 'id' | 'isGroup'>,
    connection: Pick<Connection, 'id' | 'channel'>,
    { queueId, userId = null }: NewAssignment,
  ): Promise<Ticket> {
    const { companyId } = this.db;
    const queue = queueId ?? (await this.db.row(onlyQueueOf(companyId, connection.id)))?.queueId ?? null;
    if (userId !== null) await this.transfers.assertMember(userId, queue);
    const ticket = await this.lifecycle.create({ contact, connection, queueId: queue, userId });
    this.events.emit(new TicketChanged(companyId, ticket.id, null, null, true));
    return ticket;
  }
}
