import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { PlanLimits } from '../../../../core/resource/plan-limits.js';
import { companies } from '../companies.resource.js';
import { lockedPlanLimits } from './companies.queries.js';

@Injectable()
export class CompanyPlanLimitsService extends PlanLimits {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {
    super();
  }

  async assertWithinLimit(limit: string, records: Localized, count: () => Promise<number>): Promise<void> {
    const plan = await this.db.row(lockedPlanLimits(this.context.companyId));
    if (!plan) throw companies.notFound();
    const bound = plan[limit];
    if (bound === undefined) throw new Error(`Plans have no limit ${limit}`);
    if ((await count()) < bound) return;
    const { pt, en, es } = records;
    const text = t(
      `O limite de ${pt.toLowerCase()} do plano foi atingido: {{limit}}.`,
      `The limit of ${en.toLowerCase()} of the plan is reached: {{limit}}.`,
      `Se alcanzó el límite de ${es.toLowerCase()} del plan: {{limit}}.`,
    );
    throw coreErrors.ERR_NO_PERMISSION({ text, params: { limit: bound } });
  }
}
