import { Migration } from '@mikro-orm/migrations';

export class Migration20261122023400 extends Migration {
  override name = '20261122023400-outbox-hands';

  override up(): void {
    this.addSql(`drop index "outbox_jobs_run_at_id_index"`);
    this.addSql(`alter table "outbox_jobs" add "outside" boolean not null default false`);
    this.addSql(
      `create index "outbox_jobs_outside_run_at_id_index" on "outbox_jobs" ("outside", "run_at", "id") where failed_at is null`,
    );
  }
}
