import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import type { TemplateInput } from '../../channels/templates/templates.dto.js';
import { Contact } from '../../contacts/contacts/contact.entity.js';
import { Queue } from '../../people/queues/queue.entity.js';
import { User } from '../../people/users/user.entity.js';
import { FileList } from '../files/file-list.entity.js';

/** PENDENTE becomes ENVIADA, or ERRO with the reason (behaviour.md §13). */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

export const repetitions = ['none', 'daily', 'weekly', 'monthly'] as const;
export type Repetition = (typeof repetitions)[number];

/** A message to a contact at a given time. Each repetition is a new row, created when the previous one is finished. */
@Entity({ tableName: 'schedules' })
@Index({ properties: ['companyId', 'sendAt', 'id'] })
@Index({ properties: ['companyId', 'contactId', 'sendAt'] })
@Index({ properties: ['companyId', 'userId', 'sendAt'] })
@Index({ properties: ['companyId', 'queueId'] })
@Index({ properties: ['companyId', 'fileListId'] })
export class Schedule extends TenantEntity {
  /** May contain variables, filled when it is sent. With a template: the template's filled text. */
  @Property({ type: 'text' })
  body!: string;

  @ForeignKey(() => Contact)
  contactId!: number;

  /** null: the connection of the contact's last conversation, else the default one. */
  @ForeignKey(() => Connection, { nullable: true, name: 'connection_id' })
  whatsappId!: number | null;

  /** Department of the conversation that is opened to send it. */
  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  /** The user who created it; null once the user was removed. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @Property({ type: 'datetime', length: 3 })
  sendAt!: Date;

  /** Set when its messages are queued; from then on it cannot be changed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt!: Date | null;

  @Property({ type: 'text' })
  status!: ScheduleStatus;

  @Property({ length: 50, nullable: true })
  errorCode!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;

  /** Only the next occurrence has it: it is moved to the new row. */
  @Property({ type: 'text', default: 'none' })
  repetition!: Repetition;

  /** The last day of the repetition in the company's time zone; null: it has no end. */
  @Property({ type: 'date', nullable: true })
  repeatUntil!: string | null;

  /** The first time of the repetition: its day and time stay the same through short months and clock changes. */
  @Property({ type: 'datetime', length: 3 })
  repeatFrom!: Date;

  /** Whether it is advertising, which customers who opted out do not get. */
  @Property({ type: 'boolean', default: false })
  marketing!: boolean & Opt;

  /** The list of files that are sent after the text. */
  @ForeignKey(() => FileList, { nullable: true })
  fileListId!: number | null;

  /** The template that is sent instead of the text, where the channel allows templates only. */
  @Property({ type: 'json', nullable: true })
  template!: TemplateInput | null;

  /** All occurrences of a repetition have the same file. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 150, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;
}
