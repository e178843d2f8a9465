import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Audit } from '../../core/audit/audit.js';
import { Db } from '../../core/database/db.js';

/** Notes in the audit log of its company that somebody did not get into an account. */
@Injectable()
export class RefusedSignIns implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Auth');
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly db: Db,
    private readonly audit: Audit,
  ) {}

  /**
   * Nobody waits for it: the answer would take longer for an e-mail that has an account than for one that has none. How
   * many there may be, the throttle bounds.
   */
  record(action: 'user.refusedPassword' | 'user.refusedExpired', account: { id: number; companyId: number }): void {
    const noted = this.db
      .runAs(account.companyId, async () => void this.audit.record(action, account.id))
      .catch((error: unknown) => this.logger.error({ msg: 'refused sign-in not noted', reason: String(error) }))
      .finally(() => this.pending.delete(noted));
    this.pending.add(noted);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }
}
