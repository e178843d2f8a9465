import { randomUUID } from 'node:crypto';
import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import { Contact } from '../../contacts/contacts/contact.entity.js';
import { Tag } from '../../contacts/tags/tag.entity.js';
import { Queue } from '../../people/queues/queue.entity.js';
import { User } from '../../people/users/user.entity.js';

export const ticketStatuses = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/**
 * A conversation with a contact on a connection. A partial unique index allows only one per contact and connection that
 * is not closed.
 */
@Entity({ tableName: 'tickets' })
@Unique({ properties: ['uuid'] })
@Unique({ properties: ['companyId', 'code'] })
@Index({ name: 'tickets_list_index', properties: ['companyId', 'status', 'updatedAt', 'id'] })
@Index({ name: 'tickets_arrival_index', properties: ['companyId', 'status', 'lastArrivalAt', 'id'] })
@Index({ name: 'tickets_history_index', properties: ['companyId', 'contactId', 'connectionId', 'id'] })
@Index({ name: 'tickets_user_index', properties: ['companyId', 'userId', 'status'] })
export class Ticket extends TenantEntity {
  @Property({ type: 'uuid' })
  uuid: string & Opt = randomUUID();

  /** Running number within the company, shown as the protocol. */
  @Property({ type: 'integer' })
  code!: number;

  @Property({ length: 10 })
  status!: TicketStatus;

  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  @ForeignKey(() => Connection)
  connectionId!: number;

  @ForeignKey(() => Contact)
  contactId!: number;

  @Property({ type: 'boolean', default: false })
  isGroup!: boolean;

  @Property({ length: 20 })
  channel!: string;

  @Property({ type: 'integer', default: 0 })
  unreadMessages!: number;

  @Property({ type: 'text', default: '' })
  lastMessage!: string;

  @Property({ type: 'boolean', default: false })
  lastMessageFromMe!: boolean;

  @Property({ type: 'smallint', default: 0 })
  lastMessageAck!: number;

  @Property({ length: 20, default: 'chat' })
  lastMessageType!: string;

  /** When the newest message was written; without messages: when the ticket was created. */
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastMessageAt: Date & Opt = new Date();

  /** When the newest message was stored; lists have this order, as providers may deliver a message late. */
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  lastArrivalAt: Date & Opt = new Date();

  @Property({ type: 'boolean', default: false })
  useIntegration!: boolean;

  /** End of the customer service window; inbound messages move it. null when the channel has no window. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  windowUntil!: Date | null;

  /** Texts and files from before this time were erased because of the company's retention limit. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  purgedUntil!: Date | null;

  /** Prompt and integration that answer automatically; their modules are imported later and add the foreign keys. */
  @Property({ type: IdType, nullable: true })
  promptId!: number | null;

  @Property({ type: IdType, nullable: true })
  integrationId!: number | null;

  /**
   * When a person last wrote in this cycle (an attendant here or on another device, a program, a schedule, a campaign),
   * or when the bots reached their limit; in a closed ticket: since it was closed. Bots do not answer until the cycle
   * ends or the ticket is given back to them.
   */
  @Property({ type: 'datetime', length: 3, nullable: true })
  botPausedAt!: Date | null;

  /** Kanban lane: the first lane, in the order of lanes, among the tags; 0: none. Not updated in closed tickets. */
  @Property({ type: IdType, default: 0 })
  kanbanLaneId!: number & Opt;

  /** Position in the lane, the highest at the top: time of arrival on the board, or between its neighbours. */
  @Property({ type: 'decimal', columnType: 'numeric', defaultRaw: 'extract(epoch from clock_timestamp())' })
  kanbanPosition!: string & Opt;
}

@Entity({ tableName: 'ticket_tags' })
@Unique({ properties: ['companyId', 'ticketId', 'tagId'] })
@Index({ name: 'ticket_tags_tag_index', properties: ['companyId', 'tagId', 'ticketId'] })
export class TicketTag extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  @ForeignKey(() => Tag, { onDelete: 'cascade' })
  tagId!: number;
}

/** A cycle of a ticket, from arrival to close; reopening starts the next one. Reports read only cycles. */
@Entity({ tableName: 'ticket_cycles' })
@Unique({ properties: ['companyId', 'ticketId', 'number'] })
@Index({ name: 'ticket_cycles_finished_index', properties: ['companyId', 'finishedAt'] })
@Index({ name: 'ticket_cycles_arrival_index', properties: ['companyId', 'createdAt'] })
export class TicketCycle extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  /** Number of the cycle, from 1. */
  @Property({ type: 'integer' })
  number!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  queuedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  startedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  firstResponseAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  finishedAt!: Date | null;

  /** The department in which the cycle was finished, also once removed; null before, when the ticket's department counts. */
  @Property({ type: IdType, nullable: true })
  queueId!: number | null;

  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  /** When the customer was asked for a rating; null: never. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  ratingAskedAt!: Date | null;

  /** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
  @Property({ type: 'smallint', nullable: true })
  rating!: number | null;

  /** When the first rating was given. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  ratedAt!: Date | null;

  /** The first advertisement that the customer came from in the cycle: its id at the provider, or else its title. */
  @Property({ length: 100, nullable: true })
  adId!: string | null;

  @Property({ length: 255, nullable: true })
  adTitle!: string | null;
}
