import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { leadErrors } from '../leads.errors.js';
import type { LeadQuota } from '../search/lead-view.js';
import { quotaOf, useLeads } from '../search/leads.queries.js';

/** Limits how many companies a company may export or add in a month; using one again in the month is free. */
@Injectable()
export class LeadQuotasService {
  constructor(private readonly db: Db) {}

  async get(): Promise<LeadQuota> {
    return (await this.read()).quota;
  }

  /** Runs in the caller's transaction, serialised per company. @throws 409 beyond the limit; none is then counted */
  async take(cnpjs: readonly string[]): Promise<LeadQuota> {
    const { companyId } = this.db;
    await this.db.lock('leads', companyId);
    const { month, quota } = await this.read();
    const wanted = await this.db.run(useLeads(companyId, month, cnpjs));
    const { limite: limit, usados, restantes: left } = quota;
    if (wanted > left) throw leadErrors.ERR_LEADS_LIMIT({ params: { wanted, left, limit } });
    return { limite: limit, usados: usados + wanted, restantes: left - wanted };
  }

  private async read(): Promise<{ month: string; quota: LeadQuota }> {
    const row = await this.db.row(quotaOf(this.db.companyId));
    if (!row) throw new Error(`Company ${this.db.companyId} has no plan`);
    const { month, limit, used } = row;
    return { month, quota: { limite: limit, usados: used, restantes: Math.max(0, limit - used) } };
  }
}
