import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { type Localized, t } from '../../core/i18n.js';
import { companyErrors } from './companies.errors.js';

interface Limit {
  readonly count: (companyId: number) => RawBuilder<{ used: number }>;
  readonly text: Localized;
}

const limits = {
  users: {
    count: (companyId) => sql`select count(*) as used from users where company_id = ${companyId}`,
    text: t(
      'O limite de usuários do plano foi atingido: {{limit}}.',
      'The limit of users of the plan is reached: {{limit}}.',
      'Se alcanzó el límite de usuarios del plan: {{limit}}.',
    ),
  },
  connections: {
    count: (companyId) =>
      sql`select count(*) as used from connections where company_id = ${companyId} and deleted_at is null`,
    text: t(
      'O limite de conexões do plano foi atingido: {{limit}}.',
      'The limit of connections of the plan is reached: {{limit}}.',
      'Se alcanzó el límite de conexiones del plan: {{limit}}.',
    ),
  },
  queues: {
    count: (companyId) => sql`select count(*) as used from queues where company_id = ${companyId}`,
    text: t(
      'O limite de departamentos do plano foi atingido: {{limit}}.',
      'The limit of departments of the plan is reached: {{limit}}.',
      'Se alcanzó el límite de departamentos del plan: {{limit}}.',
    ),
  },
} as const satisfies Record<string, Limit>;

export type LimitedResource = keyof typeof limits;

/** How much of a thing the plan of a company allows. */
@Injectable()
export class PlanLimits {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /**
   * Locks the company until the transaction ends, so that two creations cannot both take the last place; call it before
   * the row is stored. @throws 403 ERR_NO_PERMISSION naming the number.
   */
  async assertWithinLimit(thing: LimitedResource): Promise<void> {
    const companyId = this.context.companyId;
    const plan = await this.db.row<Record<LimitedResource, number>>(
      sql`select p.users, p.connections, p.queues from companies c join plans p on p.id = c.plan_id
       where c.id = ${companyId} for update of c`,
    );
    if (!plan) throw companyErrors.ERR_NO_COMPANY_FOUND();
    const { count, text } = limits[thing];
    const used = Number((await this.db.row(count(companyId)))?.used ?? 0);
    if (used >= plan[thing]) throw coreErrors.ERR_NO_PERMISSION({ text, params: { limit: plan[thing] } });
  }
}
