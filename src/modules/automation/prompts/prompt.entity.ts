import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Encrypted } from '../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Queue } from '../../people/queues/queue.entity.js';

/** Instructions of an assistant, and the endpoint with OpenAI's chat completions that answers by them. */
@Entity({ tableName: 'prompts' })
@Unique({ properties: ['companyId', 'name'] })
@Index({ properties: ['companyId', 'queueId'] })
export class Prompt extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ type: 'text' })
  prompt!: string;

  /** Where conversations go that it hands over without naming a department. */
  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  /** Up to and with the version, like `https://api.example.com/v1`. */
  @Property({ length: 2048 })
  url!: string;

  @Property({ length: 100 })
  model!: string;

  /** Null where the endpoint needs none, which refuses to answer after the key of the server was lost. */
  @Encrypted('prompts', { nullable: true })
  apiKey!: string | null;

  /** Of an answer. */
  @Property({ type: 'integer' })
  maxTokens!: number;

  @Property({ type: 'double' })
  temperature!: number;

  /** Messages of the conversation that the model gets. */
  @Property({ type: 'integer' })
  maxMessages!: number;

  /** Of a million tokens that are read and written, in the company's currency. */
  @Property({ type: 'double' })
  inputPrice!: number;

  @Property({ type: 'double' })
  outputPrice!: number;

  /** Why the last answer failed; null after one that did not. */
  @Property({ type: 'json', nullable: true })
  lastError!: Localized | null;
}
