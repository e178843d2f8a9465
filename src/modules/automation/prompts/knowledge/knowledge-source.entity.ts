import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import type { Localized } from '../../../../core/i18n.js';
import { Prompt } from '../prompt.entity.js';

export const sourceKinds = ['text', 'file', 'page'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export const sourceStatuses = ['waiting', 'ready', 'failed'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

/** A text, a file or a web page with knowledge for a prompt. */
@Entity({ tableName: 'knowledge_sources' })
@Index({ properties: ['companyId', 'promptId'] })
export class KnowledgeSource extends TenantEntity {
  @ForeignKey(() => Prompt, { onDelete: 'cascade' })
  promptId!: number;

  @Property({ length: 200 })
  title!: string;

  @Property({ length: 10 })
  kind!: SourceKind;

  /** The content of a source of the kind text. */
  @Property({ type: 'text', nullable: true })
  content!: string | null;

  /** The address of a source of the kind page. */
  @Property({ length: 2048, nullable: true })
  url!: string | null;

  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ nullable: true })
  mediaName!: string | null;

  @Property({ length: 150, nullable: true })
  mediaMime!: string | null;

  @Property({ type: 'integer', nullable: true })
  mediaSize!: number | null;

  @Property({ length: 10 })
  status!: SourceStatus;

  /** The reason why it could not be read. */
  @Property({ type: 'json', nullable: true })
  error!: Localized | null;

  /** Number of passages into which it was divided. */
  @Property({ type: 'integer', default: 0 })
  passages!: number;
}

/** A part of a source that is small enough for a question. Its search words are a generated column. */
@Entity({ tableName: 'knowledge_passages' })
@Unique({ properties: ['companyId', 'sourceId', 'position'] })
@Index({ properties: ['companyId', 'promptId'] })
export class KnowledgePassage extends TenantEntity {
  @ForeignKey(() => KnowledgeSource, { onDelete: 'cascade' })
  sourceId!: number;

  @ForeignKey(() => Prompt, { onDelete: 'cascade' })
  promptId!: number;

  @Property({ type: 'integer' })
  position!: number;

  @Property({ type: 'text' })
  text!: string;
}
