import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { sql } from 'kysely';
import { BaseEntity, platformPolicy } from '../../core/database/base.entity.js';
import { roles } from '../../core/database/database-types.js';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { companySetting } from '../../core/database/tenant.entity.js';
import { Plan } from '../plans/plan.entity.js';
import type { OpeningDay } from './working-hours.dto.js';

/**
 * SQL of the company `c` as users carry it. Existing clients refuse a sign-in without a due date, so that a company that
 * is never due has a far one there.
 */
export const companyJsonSql = sql`json_build_object('id', c.id, 'name', c.name, 'dueDate',
  coalesce(to_char(c.due_date at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '9999-12-31T00:00:00.000Z'))`;

/** A tenant. Fenced by its own id. */
@Entity({
  tableName: 'companies',
  rowLevelSecurity: 'force',
  policies: [
    platformPolicy,
    {
      name: 'company',
      roles: [roles.app],
      using: (columns) => `${columns.id} = current_setting('${companySetting}')::bigint`,
      check: (columns) => `${columns.id} = current_setting('${companySetting}')::bigint`,
    },
  ],
})
@Unique({ properties: ['name'] })
export class Company extends BaseEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ nullable: true })
  email!: string | null;

  @Property({ length: 50, nullable: true })
  phone!: string | null;

  @ForeignKey(() => Plan)
  planId!: number;

  /** false: its users may not sign in. */
  @Property({ type: 'boolean' })
  status!: boolean;

  @Property({ type: 'boolean' })
  campaignsEnabled!: boolean;

  /** null: never due. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  dueDate!: Date | null;

  @Property({ length: 20, nullable: true })
  recurrence!: string | null;

  /** IANA name; dates, hours and reports of the company follow it. */
  @Property({ length: 60, default: 'America/Sao_Paulo' })
  timezone!: string;

  /** null: the usual working hours. */
  @Property({ type: 'json', nullable: true })
  schedules!: readonly OpeningDay[] | null;

  /** Last protocol given to a conversation. */
  @Property({ type: 'integer', default: 0 })
  lastTicketCode!: number;
}
