import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType, roles } from './database-types.js';

/** The base of platform tables; tenant tables extend {@link TenantEntity}. */
@Entity({ abstract: true })
export abstract class BaseEntity {
  @PrimaryKey({ type: IdType, autoincrement: true })
  id!: number;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  createdAt: Date & Opt = new Date();

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();
}

/** Gives the platform role access. Tables without a company have no other policy. */
export const platformPolicy = { name: 'platform', roles: [roles.platform], using: 'true', check: 'true' };
