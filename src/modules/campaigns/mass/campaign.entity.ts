import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import type { TemplateInput } from '../../channels/templates/templates.dto.js';
import { ContactList } from '../../contacts/contact-lists/contact-list.entity.js';
import { Tag } from '../../contacts/tags/tag.entity.js';
import { FileList } from '../../conversations/files/file-list.entity.js';
import { Queue } from '../../people/queues/queue.entity.js';
import type { Weekday } from '../../platform/companies/working-hours/working-hours.dto.js';

/** Statuses as existing clients spell them; only PAUSADA is new (behaviour.md §11). */
export const campaignStatuses = [
  'INATIVA',
  'PROGRAMADA',
  'EM_ANDAMENTO',
  'PAUSADA',
  'FINALIZADA',
  'CANCELADA',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Numbers of recipients that were left out when the list was frozen. */
export interface RefusedRecipients {
  readonly invalid: number;
  readonly repeated: number;
  readonly optedOut: number;
}

/** Whom a tag names: its contacts, or also the contacts of conversations with it. */
export type TagScope = 'contacts' | 'all';

/** The same text for many recipients; the list of recipients is frozen when the campaign starts. */
@Entity({ tableName: 'campaigns' })
@Index({ properties: ['companyId', 'whatsappId'] })
@Index({ properties: ['companyId', 'contactListId'] })
@Index({ properties: ['companyId', 'tagListId'] })
@Index({ properties: ['companyId', 'fileListId'] })
@Index({ properties: ['companyId', 'queueId'] })
@Index({ properties: ['companyId', 'tagId'] })
@Unique({ properties: ['companyId', 'followsId'] })
export class Campaign extends TenantEntity {
  @Property({ length: 255 })
  name!: string;

  @Property({ type: 'text' }) status!: CampaignStatus;

  @Property({ type: 'text', default: '' }) message1!: string & Opt;
  @Property({ type: 'text', default: '' }) message2!: string & Opt;
  @Property({ type: 'text', default: '' }) message3!: string & Opt;
  @Property({ type: 'text', default: '' }) message4!: string & Opt;
  @Property({ type: 'text', default: '' }) message5!: string & Opt;
  @Property({ type: 'text', default: '' }) confirmationMessage1!: string & Opt;
  @Property({ type: 'text', default: '' }) confirmationMessage2!: string & Opt;
  @Property({ type: 'text', default: '' }) confirmationMessage3!: string & Opt;
  @Property({ type: 'text', default: '' }) confirmationMessage4!: string & Opt;
  @Property({ type: 'text', default: '' }) confirmationMessage5!: string & Opt;

  /** Whether a confirmation message is sent first, and the message follows any reply. */
  @Property({ type: 'boolean', default: false })
  confirmation!: boolean & Opt;

  @ForeignKey(() => Connection, { nullable: true, name: 'connection_id' })
  whatsappId!: number | null;

  @ForeignKey(() => ContactList, { nullable: true })
  contactListId!: number | null;

  /** Contacts with this tag are the recipients, instead of a list. */
  @ForeignKey(() => Tag, { nullable: true })
  tagListId!: number | null;

  @Property({ length: 10, default: 'contacts' })
  tagScope!: TagScope & Opt;

  /** Those who did not reply to this campaign are the recipients, instead of a list or tag. */
  @ForeignKey(() => Campaign, { nullable: true })
  followsId!: number | null;

  /** Days after the end of that campaign, and after its message to the recipient. */
  @Property({ type: 'integer', default: 3 })
  followDays!: number & Opt;

  /** Files of this list are sent before the text. */
  @ForeignKey(() => FileList, { nullable: true })
  fileListId!: number | null;

  /** Replaces the messages if only a template may be sent; its values may contain columns. */
  @Property({ type: 'json', nullable: true })
  template!: TemplateInput | null;

  /** Department and tag for the conversations that replies open. */
  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  @ForeignKey(() => Tag, { nullable: true })
  tagId!: number | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  scheduledAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  startedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  completedAt!: Date | null;

  /** Why the campaign does not send although nobody paused it. */
  @Property({ type: 'json', nullable: true })
  pauseReason!: { readonly code: string; readonly text: Localized } | null;

  /** Seconds, and the number of messages after which the greater interval applies; null: the settings apply. */
  @Property({ type: 'integer', nullable: true })
  messageInterval!: number | null;

  @Property({ type: 'integer', nullable: true })
  longerIntervalAfter!: number | null;

  @Property({ type: 'integer', nullable: true })
  greaterInterval!: number | null;

  /** Who got another campaign within so many days gets none; null: whenever that was. */
  @Property({ type: 'integer', nullable: true })
  frequencyDays!: number | null;

  /** Time of day HH:mm in the company's time zone, or see {@link recipientHours}; both are set or neither. */
  @Property({ length: 5, nullable: true })
  sendFrom!: string | null;

  @Property({ length: 5, nullable: true })
  sendUntil!: string | null;

  /** null: the campaign sends on every day. */
  @Property({ type: 'json', nullable: true })
  weekdays!: readonly Weekday[] | null;

  /** Whether hours and days are those of each recipient's place, where the number tells it. */
  @Property({ type: 'boolean', default: false })
  recipientHours!: boolean & Opt;

  /** Storage key of the file that is sent with the text. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 150, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;

  /** When the file, or the chosen file list, was last changed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  filesChangedAt!: Date | null;

  /** When list, tag or connection was last changed: earlier shipments are not sent any more. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  recipientsChangedAt!: Date | null;

  /** Increases with every start, stop and resume: jobs of an earlier run do nothing. */
  @Property({ type: 'integer', default: 0 })
  run!: number & Opt;

  /** When the recipients were frozen, and how many were left out then. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  frozenAt!: Date | null;

  @Property({ type: 'json', nullable: true })
  refused!: RefusedRecipients | null;
}
