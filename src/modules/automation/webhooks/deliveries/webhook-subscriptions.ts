import { Injectable } from '@nestjs/common';
import { ReloadedRows } from '../../../../core/realtime/reloaded-rows.js';
import type { WebhookType } from '../endpoints/webhook-types.js';
import { type Subscription, subscriptions } from './webhooks.queries.js';

/** The events to which endpoints subscribe. */
@Injectable()
export class WebhookSubscriptions extends ReloadedRows<Subscription> {
  protected override readonly query = subscriptions;
  private endpoints = new Map<number, Subscription>();
  private companies = new Map<number, Set<string>>();

  has(companyId: number, types: readonly WebhookType[]): boolean {
    const wanted = this.companies.get(companyId);
    return wanted !== undefined && types.some((type) => wanted.has(type));
  }

  /** Called after the commit that changed or removed (undefined) an endpoint. */
  set(id: number, endpoint: Subscription | undefined): void {
    if (endpoint) this.endpoints.set(id, endpoint);
    else this.endpoints.delete(id);
    this.index();
  }

  protected override replace(rows: readonly Subscription[]): void {
    this.endpoints = new Map(rows.map((row) => [row.id, row]));
    this.index();
  }

  private index(): void {
    this.companies = new Map();
    for (const { companyId, events } of this.endpoints.values())
      this.companies.set(companyId, new Set([...(this.companies.get(companyId) ?? []), ...events]));
  }
}
