import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../../core/database/database-types.js';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import { Contact } from '../../../contacts/contacts/contact.entity.js';
import { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { QueueIntegration } from '../queue-integration.entity.js';
import type { Bubble, TypebotQuestion } from './typebot-reply.js';

/**
 * The state of a flow in a conversation. A ticket has one, which its row lock protects; merging contacts may leave a
 * second, of which the newer one counts.
 */
@Entity({ tableName: 'typebot_sessions' })
@Index({ properties: ['companyId', 'ticketId', 'id'] })
@Index({ properties: ['companyId', 'contactId'] })
@Index({ properties: ['companyId', 'integrationId'] })
export class TypebotSession extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  @ForeignKey(() => Contact, { onDelete: 'cascade' })
  contactId!: number;

  @ForeignKey(() => QueueIntegration, { onDelete: 'cascade' })
  integrationId!: number;

  /** Typebot's id of the session; null before the first answer and after the end of the flow. */
  @Property({ length: 100, nullable: true })
  sessionId!: string | null;

  /** The input that the flow waits for. */
  @Property({ type: 'json', nullable: true })
  question!: TypebotQuestion | null;

  /** Messages that still have to be sent, in order. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  bubbles!: Bubble[];

  /** The customer's message that typebot is asked about; still set at the next try, it means a lost answer. */
  @Property({ type: IdType, nullable: true })
  askedMessageId!: number | null;

  /** The try of the job that calls typebot. */
  @Property({ type: 'integer', default: 0 })
  askedAttempt!: number & Opt;

  /** The last message that was answered; it and earlier ones are not sent again. */
  @Property({ type: IdType, default: 0 })
  answeredMessageId!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  answeredAt!: Date | null;
}
