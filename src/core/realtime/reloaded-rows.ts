import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Db } from '../database/db.js';
import { retryWhileUnavailable } from '../errors/database-errors.js';
import { Bus } from './bus.js';

/** How often rows are reloaded, which is how a process learns of changes made by another one. */
const reloadMs = 5_000;

/** Rows of all companies that are kept in memory, so that events that they do not concern need no statement. */
@Injectable()
export abstract class ReloadedRows<Row extends object> implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('ReloadedRows');
  private timer: NodeJS.Timeout | undefined;
  protected abstract readonly query: RawBuilder<Row>;

  constructor(
    private readonly db: Db,
    private readonly bus: Bus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await retryWhileUnavailable(
      () => this.reload(),
      (error) => this.warn(error),
    );
    if (this.bus.hasPeers) this.timer = setInterval(() => void this.reloadOrWarn(), reloadMs);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Replaces all rows that were kept before. */
  protected abstract replace(rows: readonly Row[]): void;

  private async reloadOrWarn(): Promise<void> {
    try {
      await this.reload();
    } catch (error) {
      this.warn(error);
    }
  }

  private warn(error: unknown): void {
    this.logger.warn({ msg: 'not read', rows: this.constructor.name, reason: String(error) });
  }

  private async reload(): Promise<void> {
    this.replace(await this.db.platformRows<Row>(this.query));
  }
}
