import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType, roles } from './database-types.js';

/** What every row has. Platform-wide tables extend this one, tenant tables {@link TenantEntity}. */
@Entity({ abstract: true })
export abstract class BaseEntity {
  @PrimaryKey({ type: IdType, autoincrement: true })
  id!: number;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();
}

/** The policy that lets the platform role through; tables without a company carry no other. */
export const platformPolicy = { name: 'platform', roles: [roles.platform], using: 'true', check: 'true' };
