import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { Encrypted } from '../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Queue } from '../../people/queues/queue.entity.js';

/** The instructions of an assistant, and the endpoint (with OpenAI's chat completions API) that answers with them. */
@Entity({ tableName: 'prompts' })
@Unique({ properties: ['companyId', 'name'] })
@Index({ properties: ['companyId', 'queueId'] })
export class Prompt extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ type: 'text' })
  prompt!: string;

  /** The department of conversations that the prompt transfers without naming one. */
  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  /** The address including the version, like `https://api.example.com/v1`. */
  @Property({ length: 2048 })
  url!: string;

  @Property({ length: 100 })
  model!: string;

  /** null when the endpoint needs none, or when the server's key was lost: then the endpoint refuses to answer. */
  @Encrypted('prompts', { nullable: true })
  apiKey!: string | null;

  /** The limit for one answer. */
  @Property({ type: 'integer' })
  maxTokens!: number;

  @Property({ type: 'double' })
  temperature!: number;

  /** Number of messages of the conversation that the model gets. */
  @Property({ type: 'integer' })
  maxMessages!: number;

  /** Price of a million tokens that the model reads or writes, in the company's currency. */
  @Property({ type: 'double' })
  inputPrice!: number;

  @Property({ type: 'double' })
  outputPrice!: number;

  /** Parameters without which the endpoint is asked, as it refused them. */
  @Property({ type: 'json', defaultRaw: `'[]'`, hidden: true })
  refused: string[] & Opt = [];

  /** The reason why the last answer failed; null after a success. */
  @Property({ type: 'json', nullable: true })
  lastError!: Localized | null;
}
