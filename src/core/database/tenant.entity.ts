import type { EntityManager, Opt } from '@mikro-orm/core';
import { Entity, Filter, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity, platformPolicy } from './base.entity.js';
import { IdType, roles } from './database-types.js';

export const companyFilter = 'company';

/** The company of the row if it is set, else that of the unit of work. */
export const currentCompanyId = (entity: { companyId?: number }, em: EntityManager): number | undefined =>
  entity.companyId ?? (em.getFilterParams(companyFilter) as { id?: number } | undefined)?.id;

/** The session variable that the row-security policies read; a transaction sets it when it begins. */
export const companySetting = 'mikro.company.id';

/**
 * A row of one company. The filter becomes the ORM's where-clause and a PostgreSQL policy. The restrictive policy adds
 * WITH CHECK, so that no row can be written for another company.
 */
@Filter({ name: companyFilter, cond: (args) => ({ companyId: args.id }), rls: true, default: true })
@Unique({ properties: ['companyId', 'id'] })
@Entity({
  abstract: true,
  rowLevelSecurity: 'force',
  policies: [
    platformPolicy,
    {
      name: 'company_check',
      type: 'restrictive',
      roles: [roles.app],
      using: (columns) => `${columns.companyId} = current_setting('${companySetting}')::bigint`,
      check: (columns) => `${columns.companyId} = current_setting('${companySetting}')::bigint`,
    },
  ],
})
export abstract class TenantEntity extends BaseEntity {
  @Property({ type: IdType, onCreate: currentCompanyId })
  companyId!: number & Opt;
}
