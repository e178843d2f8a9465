import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ReloadedRows } from '../../../../core/realtime/reloaded-rows.js';

interface SubscribedCompany {
  readonly companyId: number;
}

/** The companies with subscriptions. */
@Injectable()
export class PushCompanies extends ReloadedRows<SubscribedCompany> {
  protected override readonly query = sql<SubscribedCompany>`
    select distinct company_id as "companyId" from push_subscriptions`;
  private ids: Set<number> = new Set();

  has(companyId: number): boolean {
    return this.ids.has(companyId);
  }

  /** After the commit of a subscription. */
  add(companyId: number): void {
    this.ids.add(companyId);
  }

  protected override replace(rows: readonly SubscribedCompany[]): void {
    this.ids = new Set(rows.map(({ companyId }) => companyId));
  }
}
