import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import { Bus } from '../../core/realtime/bus.js';
import type { WebhookType } from './webhook-types.js';

interface Endpoint {
  readonly id: number;
  readonly companyId: number;
  readonly events: readonly string[];
}

/** By which another process learns of a changed endpoint. */
const reloadMs = 5_000;

/** The events that endpoints want, in memory: a company without endpoints costs no statement. */
@Injectable()
export class WebhookSubscriptions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private endpoints = new Map<number, Endpoint>();
  private companies = new Map<number, Set<string>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Db,
    private readonly bus: Bus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.reload();
    if (this.bus.hasPeers) this.timer = setInterval(() => void this.reloadOrWarn(), reloadMs);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

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

  private async reloadOrWarn(): Promise<void> {
    try {
      await this.reload();
    } catch (error) {
      this.logger.warn({ msg: 'webhook endpoints not reloaded', reason: String(error) });
    }
  }

  private async reload(): Promise<void> {
    const rows = await this.db.platformRows<Endpoint>(
      sql`select id, company_id as "companyId", events from webhook_endpoints where active`,
    );
    this.endpoints = new Map(rows.map((row) => [row.id, row]));
    this.index();
  }

  private index(): void {
    this.companies = new Map();
    for (const { companyId, events } of this.endpoints.values())
      this.companies.set(companyId, new Set([...(this.companies.get(companyId) ?? []), ...events]));
  }
}
