import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Answers, type Asked } from '../../../../core/events/port.js';
import { Every } from '../../../../core/jobs/cron.js';
import { type RecordMembers, recordMembers } from '../../../../core/resource/record-changed.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import {
  CompaniesService,
  type CompanyRecord,
  type LimitUses,
} from '../../../platform/companies/registration/companies.service.js';
import type { PlanOffer } from '../../../platform/plans/crud/plans.service.js';
import { countDays, limitCounts, type UsageMonth, usageMonths } from './usage.queries.js';

/** The plan of a company, its due date, and what it used in the last months. */
export interface CompanyUsage extends Pick<CompanyRecord, 'dueDate' | 'dueInDays' | 'dueState'> {
  readonly plan: PlanOffer;
  readonly limits: LimitUses;
  readonly months: readonly UsageMonth[];
  /** Tokens that prompts may use in a month; 0 means no limit. */
  readonly assistantCeiling: number;
}

/** Counts in the background, so that sending and receiving messages need no extra statement. */
@Injectable()
export class UsageService {
  constructor(
    private readonly db: Db,
    private readonly companies: CompaniesService,
    private readonly settings: SettingsService,
  ) {}

  /** Missing rows are counted again, so an empty table is rebuilt. */
  @Every(3600)
  async countDays(): Promise<void> {
    await this.db.run(countDays);
  }

  async of(companyId: number): Promise<CompanyUsage> {
    const { plan } = await this.companies.planOf(companyId);
    const due = await this.companies.dueDateOf(companyId);
    const limits = (await this.limitsOf([companyId])).get(companyId);
    if (!limits) throw new Error(`Company ${companyId} has no limits`);
    const months = await this.db.rows(usageMonths(companyId));
    return { plan, limits, ...due, months, assistantCeiling: Number(await this.settings.get('assistantTokens')) };
  }

  /** Adds the use of limits to records of companies. */
  @Answers(recordMembers)
  async limits({ resource, ids }: Asked<typeof recordMembers>): Promise<RecordMembers<{ companies: LimitUses }>> {
    return resource === 'companies' ? this.limitsOf(ids) : new Map();
  }

  private async limitsOf(companyIds: readonly number[]): Promise<Map<number, LimitUses>> {
    const rows = await this.db.rows(limitCounts(companyIds));
    return new Map(
      rows.map(({ id, users, connections, queues, maxUsers, maxConnections, maxQueues }) => [
        id,
        {
          users: { used: users, limit: maxUsers },
          connections: { used: connections, limit: maxConnections },
          queues: { used: queues, limit: maxQueues },
        },
      ]),
    );
  }
}
