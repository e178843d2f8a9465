import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../database/database-types.js';
import { TenantEntity } from '../database/tenant.entity.js';

/** Who did what to which record; written in the same transaction, never changed. */
@Entity({ tableName: 'audit_entries' })
@Index({ properties: ['companyId', 'id'] })
export class AuditEntry extends TenantEntity {
  /** null: the platform or a timer. Kept when the user is gone. */
  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  @Property({ length: 60 })
  action!: string;

  @Property({ type: IdType, nullable: true })
  subjectId!: number | null;

  @Property({ type: 'json', nullable: true })
  data!: Record<string, unknown> | null;
}
