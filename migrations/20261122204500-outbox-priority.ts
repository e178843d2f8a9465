import { Migration } from '@mikro-orm/migrations';

export class Migration20261122204500 extends Migration {
  override name = '20261122204500-outbox-priority';

  override up(): void {
    this.addSql(`alter table "outbox_jobs" add "priority" smallint not null default 0`);
    this.addSql(`drop index "outbox_jobs_external_company_id_run_at_id_index"`);
    this.addSql(
      `create index "outbox_jobs_external_company_id_priority_run_at_id_index" on "outbox_jobs" ("external", "company_id", "priority", "run_at", "id") where failed_at is null`,
    );
  }
}
