import { Injectable } from '@nestjs/common';
import { ReloadedRows } from '../../../../core/realtime/reloaded-rows.js';
import { companiesWithSubscriptions, type SubscribedCompany } from './push-subscriptions.queries.js';

/** Ids of the companies with push subscriptions, in memory. */
@Injectable()
export class PushCompaniesService extends ReloadedRows<SubscribedCompany> {
  protected override readonly query = companiesWithSubscriptions;
  private ids: Set<number> = new Set();

  has(companyId: number): boolean {
    return this.ids.has(companyId);
  }

  /** To be called after a subscription was committed. */
  add(companyId: number): void {
    this.ids.add(companyId);
  }

  protected override replace(rows: readonly SubscribedCompany[]): void {
    this.ids = new Set(rows.map(({ companyId }) => companyId));
  }
}
