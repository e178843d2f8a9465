import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../database/database-types.js';
import { TenantEntity } from '../database/tenant.entity.js';

/** The log that shows an entry: the company's, the platform's, or both if the platform changes records of a company. */
export type AuditScope = 'company' | 'platform' | 'both';

/** Who did what to which record, when and from where. The entry is written in the transaction of the change. */
@Entity({ tableName: 'audit_entries' })
@Index({ name: 'audit_entries_page_index', properties: ['companyId', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_kind_index', properties: ['companyId', 'kind', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_user_index', properties: ['companyId', 'userId', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_subject_index', properties: ['companyId', 'subject', 'createdAt', 'id'] })
@Index({ name: 'audit_entries_age_index', properties: ['createdAt'] })
export class AuditEntry extends TenantEntity {
  /** null when the platform or a timer did it. The id stays when the user is removed. */
  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  /** The user's name at that time. */
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

  /** The key `noun:id` of the record that the entry is about, by which all its entries are found. */
  @Property({ length: 60, nullable: true })
  subject!: string | null;

  @Property({ type: 'json', nullable: true })
  data!: Record<string, unknown> | null;
}
