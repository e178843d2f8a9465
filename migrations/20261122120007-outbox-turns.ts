import { Migration } from '@mikro-orm/migrations';

export class Migration20261122120007 extends Migration {
  override name = '20261122120007-outbox-turns';

  override up(): void {
    this.addSql(`drop index "outbox_jobs_outside_run_at_id_index"`);
    this.addSql(
      `create index "outbox_jobs_outside_company_id_run_at_id_index" on "outbox_jobs" ("outside", "company_id", "run_at", "id") where failed_at is null`,
    );
  }
}
