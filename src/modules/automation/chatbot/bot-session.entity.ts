import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { TicketCycle } from '../../conversations/tickets/ticket.entity.js';
import { Queue } from '../../people/queues/queue.entity.js';
import { QueueOption } from '../../people/queues/queue-option.entity.js';

/**
 * What the bot waits for in an attendance. `idle`: it has asked nothing; `menu`: the choice of a department; `options`:
 * the choice of an entry of the department's menu; `responder`: a prompt or an integration answers; `waiting`: an
 * attendant has to answer, `#` and `0` go back; `closed`: the customer's department is closed, and is shown once it is
 * open; `ended`: the bot sends nothing more.
 */
export const botStates = ['idle', 'menu', 'options', 'responder', 'waiting', 'closed', 'ended'] as const;
export type BotState = (typeof botStates)[number];

/** What the bot did in one attendance of a ticket. */
@Entity({ tableName: 'bot_sessions' })
@Unique({ properties: ['companyId', 'cycleId'] })
export class BotSession extends TenantEntity {
  @ForeignKey(() => TicketCycle, { onDelete: 'cascade' })
  cycleId!: number;

  @Property({ length: 10, default: 'idle' })
  state: BotState & Opt = 'idle';

  /** The entry whose entries were last shown; null: the top level. The entry may have been removed since. */
  @Property({ type: IdType, nullable: true })
  optionId!: number | null;

  /** Number of menus that were sent without the customer asking for them. */
  @Property({ type: 'integer', default: 0 })
  menus: number & Opt = 0;

  /** When a menu was last sent, even if it was the same one again. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  menuSentAt!: Date | null;

  /** When the current choices were first sent: messages from before do not answer them. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  menuSince!: Date | null;

  /** When the out-of-hours message was sent. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  outOfHoursAt!: Date | null;

  /** Whether the customer got an answer: the message of an entry, or one of a prompt or an integration. */
  @Property({ type: 'boolean', default: false })
  answered: boolean & Opt = false;

  /** Whether the prompt or the integration has finished or failed, so that it is not asked again. */
  @Property({ type: 'boolean', default: false })
  responderEnded: boolean & Opt = false;

  /** When the conversation was given back to the bot: only what was written since counts for its limits. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  resumedAt!: Date | null;

  /** When the customer was reminded that a silent conversation will be closed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  remindedAt!: Date | null;
}

/** A department or an entry of its menu that a customer chose. */
@Entity({ tableName: 'bot_choices' })
@Index({ name: 'bot_choices_session_index', properties: ['companyId', 'sessionId'] })
export class BotChoice extends TenantEntity {
  @ForeignKey(() => BotSession, { onDelete: 'cascade' })
  sessionId!: number;

  @ForeignKey(() => Queue, { onDelete: 'cascade' })
  queueId!: number;

  /** null: the customer chose the department itself. */
  @ForeignKey(() => QueueOption, { nullable: true, onDelete: 'cascade' })
  optionId!: number | null;
}
