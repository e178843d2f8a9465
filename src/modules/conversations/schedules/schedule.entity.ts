import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import type { TemplateInput } from '../../channels/templates/templates.dto.js';
import { Contact } from '../../contacts/contacts/contact.entity.js';
import { Queue } from '../../people/queues/queue.entity.js';
import { User } from '../../people/users/user.entity.js';
import { FileList } from '../files/file-list.entity.js';

/** PENDENTE → ENVIADA, or ERRO with the reason (behaviour.md §13). */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

export const repetitions = ['none', 'daily', 'weekly', 'monthly'] as const;
export type Repetition = (typeof repetitions)[number];

/** A message that is sent to a contact at a time. Each repetition is a row of its own, made when the one before is over. */
@Entity({ tableName: 'schedules' })
@Index({ properties: ['companyId', 'sendAt', 'id'] })
@Index({ properties: ['companyId', 'contactId', 'sendAt'] })
@Index({ properties: ['companyId', 'userId', 'sendAt'] })
@Index({ properties: ['companyId', 'queueId'] })
@Index({ properties: ['companyId', 'fileListId'] })
export class Schedule extends TenantEntity {
  /** May hold variables, which are filled when it is sent. Of a template its filled text. */
  @Property({ type: 'text' })
  body!: string;

  @ForeignKey(() => Contact)
  contactId!: number;

  /** null: the contact's last connection, else the default one. */
  @ForeignKey(() => Connection, { nullable: true, name: 'connection_id' })
  whatsappId!: number | null;

  /** Department of a conversation that is opened for it. */
  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  /** Who made it; null when they are gone. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @Property({ type: 'datetime', length: 3 })
  sendAt!: Date;

  /** Set once its messages are on their way; then it cannot be changed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt!: Date | null;

  @Property({ type: 'text' })
  status!: ScheduleStatus;

  @Property({ length: 50, nullable: true })
  errorCode!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;

  /** Of the coming occurrence only: it passes to the next row. */
  @Property({ type: 'text', default: 'none' })
  repetition!: Repetition;

  /** The last day of the repetition, in the company's calendar; null: without end. */
  @Property({ type: 'date', nullable: true })
  repeatUntil!: string | null;

  /** Day and time on the clock that the repetition keeps, through short months and changes of the clock. */
  @Property({ type: 'datetime', length: 3 })
  repeatFrom!: Date;

  /** Sent after the text. */
  @ForeignKey(() => FileList, { nullable: true })
  fileListId!: number | null;

  /** Instead of the text, where only a template may be sent. */
  @Property({ type: 'json', nullable: true })
  template!: TemplateInput | null;

  /** Shared by the occurrences of a repetition. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 150, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;
}
