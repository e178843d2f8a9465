import { Migration } from '@mikro-orm/migrations';

export class Migration20261126160000 extends Migration {
  override name = '20261126160000-failed-jobs';

  override up(): void {
    this.addSql(
      `create index "outbox_jobs_failed_at_id_index" on "outbox_jobs" ("failed_at", "id") where failed_at is not null`,
    );
  }
}
