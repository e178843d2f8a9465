import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../database/database-types.js';
import { TenantEntity } from '../database/tenant.entity.js';

/** The list that shows an entry: the company's, the platform's, or both, where the platform acts on records of a company. */
export type AuditScope = 'company' | 'platform' | 'both';

/** Who did what to which record, when and from where; written in the same transaction. */
@Entity({ tableName: 'audit_entries' })
@Index({ name: 'audit_entries_page_index', properties: ['companyId', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_kind_index', properties: ['companyId', 'kind', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_user_index', properties: ['companyId', 'userId', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_subject_index', properties: ['companyId', 'subject', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_age_index', properties: ['createdAt'] })
export class AuditEntry extends TenantEntity {
  /** null: the platform or a timer. Kept when the user is removed. */
  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  /** The name at that time. */
  @Property({ length: 100, nullable: true })
  userName!: string | null;

  /** The network address of the request. */
  @Property({ length: 45, nullable: true })
  address!: string | null;

  @Property({ length: 60 })
  action!: string;

  @Property({ length: 20 })
  kind!: string;

  @Property({ length: 10, default: 'company' })
  scope!: AuditScope;

  @Property({ type: IdType, nullable: true })
  subjectId!: number | null;

  /** `noun:id` of the record that it is about; finds everything about one record. */
  @Property({ length: 60, nullable: true })
  subject!: string | null;

  @Property({ type: 'json', nullable: true })
  data!: Record<string, unknown> | null;
}
