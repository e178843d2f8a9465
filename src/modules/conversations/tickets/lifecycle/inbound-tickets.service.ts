import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import type { Contact } from '../../../contacts/contacts/contact.entity.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { TicketTransfersService } from '../assignment/ticket-transfers.service.js';
import { onlyQueuesOf } from '../queries/ticket-references.queries.js';
import { Ticket } from '../ticket.entity.js';
import { ticketErrors } from '../tickets.errors.js';
import { assignmentOf, TicketChanged } from '../tickets.events.js';
import {
  type FoundTicket,
  lockConversations,
  lockNewestTicket,
  lockOpenTickets,
  reopenableTicket,
} from './inbound-tickets.queries.js';
import { TicketLifecycleService } from './ticket-lifecycle.service.js';

/** Queue and user of a new ticket; without a queue it gets the connection's queue, if that has only one. */
export type NewAssignment = Readonly<Partial<Pick<Ticket, 'queueId' | 'userId'>>>;

export interface InboundTicket extends Pick<Ticket, 'id' | 'userId'> {
  readonly created: boolean;
}

export interface Conversation {
  /** `created`: the contact was created in this transaction. */
  readonly contact: Pick<Contact, 'id' | 'isGroup'> & { readonly created?: boolean };
  readonly connection: Pick<Connection, 'id' | 'channel'>;
  /** Nobody waits for an answer: without an open ticket the message is added to the last one, which stays closed. */
  readonly isHistory?: boolean;
  /** false: no ticket is created for the message. */
  readonly isKept?: boolean;
}

/** Finds or creates the ticket of a customer's message (behaviour.md §4). */
@Injectable()
export class InboundTicketsService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly lifecycle: TicketLifecycleService,
    private readonly settings: SettingsService,
    private readonly transfers: TicketTransfersService,
  ) {}

  /** Finds the open ticket, else reopens the last one within the reopen window, else creates one as given. */
  async findOrCreate(
    contact: Conversation['contact'],
    connection: Conversation['connection'],
    assignment: NewAssignment = {},
  ): Promise<InboundTicket> {
    const [found] = await this.findOrCreateAll([{ contact, connection }], assignment);
    if (!found) throw ticketErrors.ERR_CREATING_TICKET();
    return found.ticket;
  }

  /** {@link findOrCreate} for several conversations; returns the tickets in the same order. */
  async findOrCreateAll<C extends Conversation>(
    conversations: readonly C[],
    assignment: NewAssignment = {},
  ): Promise<(C & { readonly ticket: InboundTicket })[]> {
    const tickets = new Map<string, InboundTicket>();
    const add = (found: readonly FoundTicket[], created = false): void => {
      for (const { id, userId, contactId, connectionId } of found)
        tickets.set(keyOf(contactId, connectionId), { id, userId, created });
    };
    const withoutTicket = (): C[] =>
      conversations.filter((each) => !tickets.has(keyOf(each.contact.id, each.connection.id)));
    // a contact that this transaction created has no tickets yet
    const isKnown = ({ contact }: Conversation): boolean => contact.created !== true;
    add(await this.lockOpenTickets(conversations.filter(isKnown)));
    const known = withoutTicket().filter(isKnown);
    if (known.length > 0) {
      const [, found] = await Promise.all([
        this.db.run(lockConversations(this.db.companyId, known)),
        this.lockOpenTickets(known),
      ]);
      add(found);
      for (const each of withoutTicket().filter(isKnown))
        add(await (each.isHistory ? this.db.rows(lockNewestTicket(this.db.companyId, each)) : this.reopen(each)));
    }
    const fresh = withoutTicket().filter(({ isKept }) => isKept !== false);
    if (fresh.length > 0) add(await this.create(fresh, assignment), true);
    return conversations.flatMap((each) => {
      const ticket = tickets.get(keyOf(each.contact.id, each.connection.id));
      return ticket ? [{ ...each, ticket }] : [];
    });
  }

  private async lockOpenTickets(conversations: readonly Conversation[]): Promise<FoundTicket[]> {
    if (conversations.length === 0) return [];
    return this.db.rows(lockOpenTickets(this.db.companyId, conversations));
  }

  /** Also reopens a ticket that was closed earlier if an attendant has written since, as the customer answers that. */
  private async reopen(conversation: Conversation): Promise<FoundTicket[]> {
    const minutes = Number(await this.settings.get('reopenWindow'));
    if (!(minutes > 0)) return [];
    const row = await this.db.row(reopenableTicket(this.db.companyId, conversation, minutes));
    const ticket = row && (await this.db.em.findOne(Ticket, { id: row.id }));
    if (!ticket) return [];
    const before = assignmentOf(ticket);
    await this.lifecycle.assign(ticket, { userId: null, queueId: ticket.queueId });
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: ticket.id, before }));
    return [ticket];
  }

  /** Tickets of a connection with several queues get their queue from the menu. */
  private async create(
    conversations: readonly Conversation[],
    { queueId, userId = null }: NewAssignment,
  ): Promise<FoundTicket[]> {
    const { companyId } = this.db;
    const connectionIds = [...new Set(conversations.map(({ connection }) => connection.id))];
    const queues = queueId ? [] : await this.db.rows(onlyQueuesOf(companyId, connectionIds));
    const queueOf = (id: number) => queueId ?? queues.find(({ connectionId }) => connectionId === id)?.queueId ?? null;
    const assigned = conversations.map((each) => ({ ...each, userId, queueId: queueOf(each.connection.id) }));
    if (userId !== null) for (const each of assigned) await this.transfers.assertMember(userId, each.queueId);
    const tickets = await this.lifecycle.createAll(assigned);
    const kept = conversations.filter(({ isHistory }) => isHistory).map(({ contact }) => contact.id);
    for (const { id, contactId } of tickets)
      if (!kept.includes(contactId)) this.events.emit(new TicketChanged({ companyId, ticketId: id, created: true }));
    return tickets;
  }
}

const keyOf = (contactId: number, connectionId: number): string => `${contactId}:${connectionId}`;
