import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { Plan, planFeatures } from '../plans/plan.entity.js';

/** What companies read of their plans. */
@Injectable()
export class CompanyQueries {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  plans(ids: readonly number[]): Promise<Plan[]> {
    return this.db.em.find(Plan, { id: { $in: [...ids] } });
  }

  async planExists(id: number): Promise<boolean> {
    return (await this.plans([id])).length > 0;
  }

  /** The plan of the caller's company, which stays locked until the transaction ends. */
  lockWithPlan(): Promise<Record<string, number> | undefined> {
    return this.db.row(
      sql<
        Record<string, number>
      >`select p.users, p.connections, p.queues from companies c join plans p on p.id = c.plan_id
       where c.id = ${this.context.companyId} for update of c`,
    );
  }
}

export const featuresOf = (plan: Plan): Record<string, boolean> =>
  Object.fromEntries(planFeatures.map((flag) => [flag, plan[flag]]));
