import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { sql } from 'kysely';
import { BaseEntity, platformPolicy } from '../../../core/database/base.entity.js';
import { roles } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { startOfDay } from '../../../core/database/statements.js';
import { companySetting } from '../../../core/database/tenant.entity.js';
import { Plan } from '../plans/plan.entity.js';
import type { OpeningDay } from './working-hours/working-hours.dto.js';

/** On the alias `c` of companies: the moment its due day ends in its own time zone (`dueMomentOf`). */
export const dueMomentSql = startOfDay(sql`(c.due_date at time zone 'utc')::date + 1`, sql`c.timezone`);

/** On the alias `c` of companies: the company is neither suspended nor past its due day. */
export const mayWorkSql = sql<boolean>`(c.status and (c.due_date is null or ${dueMomentSql} > now()))`;

/**
 * SQL of the company `c` in a user record. Existing clients compare the due date with their clock at the sign-in, so it
 * is the last moment of that day. They also refuse a company without a due date, so a company that is never due gets a
 * date far ahead.
 */
export const companyJsonSql = sql`json_build_object('id', c.id, 'name', c.name, 'dueDate',
  coalesce(to_char((${dueMomentSql} - interval '1 millisecond') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '9999-12-31T00:00:00.000Z'))`;

export const defaultTimeZone = 'America/Sao_Paulo';

/** A tenant. Row-level security filters this table by its own id. */
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

  /** false stops its users from signing in. */
  @Property({ type: 'boolean' })
  status!: boolean;

  @Property({ type: 'boolean' })
  campaignsEnabled!: boolean;

  /** The last moment of the due day in UTC (`due-date.ts`); null means that the company is never due. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  dueDate!: Date | null;

  @Property({ length: 20, nullable: true })
  recurrence!: string | null;

  /** When the company is deleted with all its data; its users can work until then. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  removeAt!: Date | null;

  /** The IANA name of the time zone for dates, hours and reports of the company. */
  @Property({ length: 60, default: defaultTimeZone })
  timezone!: string;

  /** null means the default working hours. */
  @Property({ type: 'json', nullable: true })
  schedules!: readonly OpeningDay[] | null;

  /** The last protocol number given to a conversation. */
  @Property({ type: 'integer', default: 0 })
  lastTicketCode!: number;
}
