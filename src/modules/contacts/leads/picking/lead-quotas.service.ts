import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { leadErrors } from '../leads.errors.js';
import type { Lead, LeadQuota } from '../search/lead-view.js';
import { contactNumbersAmong, quotaOf, useLeads } from '../search/leads.queries.js';

/** A company with a number that can be written to: its first mobile number, as contacts store it. */
export interface ReachableLead {
  readonly lead: Lead;
  readonly number: string;
}

/**
 * Limits how many companies a company may export or add in a month. Only new numbers count: one that a contact has
 * already (who may have opted out), a second company with the same number, and a company again in the month are free.
 */
@Injectable()
export class LeadQuotasService {
  constructor(private readonly db: Db) {}

  async get(): Promise<LeadQuota> {
    return (await this.read()).quota;
  }

  /** Runs in the caller's transaction, serialised per company. @throws 409 beyond the limit; none is then counted */
  async take(leads: readonly ReachableLead[]): Promise<LeadQuota> {
    const { companyId } = this.db;
    await this.db.lock('leads', companyId);
    const { month, quota } = await this.read();
    const wanted = await this.db.run(useLeads(companyId, month, await this.newOnes(leads)));
    const { limite: limit, usados, restantes: left } = quota;
    if (wanted > left) throw leadErrors.ERR_LEADS_LIMIT({ params: { wanted, left, limit } });
    return { limite: limit, usados: usados + wanted, restantes: left - wanted };
  }

  /** The CNPJ of each number that no contact has. */
  private async newOnes(leads: readonly ReachableLead[]): Promise<string[]> {
    const numbers = leads.map(({ number }) => number);
    const seen = new Set(
      (await this.db.rows(contactNumbersAmong(this.db.companyId, numbers))).map((row) => row.number),
    );
    return leads.flatMap(({ lead: { cnpj }, number }) => {
      if (seen.has(number)) return [];
      seen.add(number);
      return [cnpj];
    });
  }

  private async read(): Promise<{ month: string; quota: LeadQuota }> {
    const row = await this.db.row(quotaOf(this.db.companyId));
    if (!row) throw new Error(`Company ${this.db.companyId} has no plan`);
    const { month, limit, used } = row;
    return { month, quota: { limite: limit, usados: used, restantes: Math.max(0, limit - used) } };
  }
}
