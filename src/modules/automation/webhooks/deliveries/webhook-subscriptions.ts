import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ReloadedRows } from '../../../../core/realtime/reloaded-rows.js';
import type { WebhookType } from '../endpoints/webhook-types.js';

interface Endpoint {
  readonly id: number;
  readonly companyId: number;
  readonly events: readonly string[];
}

/** The events that endpoints want. */
@Injectable()
export class WebhookSubscriptions extends ReloadedRows<Endpoint> {
  protected override readonly query = sql<Endpoint>`
    select id, company_id as "companyId", events from webhook_endpoints where active`;
  private endpoints = new Map<number, Endpoint>();
  private companies = new Map<number, Set<string>>();

  has(companyId: number, types: readonly WebhookType[]): boolean {
    const wanted = this.companies.get(companyId);
    return wanted !== undefined && types.some((type) => wanted.has(type));
  }

  /** After the commit that changed or removed (undefined) an endpoint. */
  set(id: number, endpoint: Endpoint | undefined): void {
    if (endpoint) this.endpoints.set(id, endpoint);
    else this.endpoints.delete(id);
    this.index();
  }

  protected override replace(rows: readonly Endpoint[]): void {
    this.endpoints = new Map(rows.map((row) => [row.id, row]));
    this.index();
  }

  private index(): void {
    this.companies = new Map();
    for (const { companyId, events } of this.endpoints.values())
      this.companies.set(companyId, new Set([...(this.companies.get(companyId) ?? []), ...events]));
  }
}
