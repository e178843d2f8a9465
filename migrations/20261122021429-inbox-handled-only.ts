import { Migration } from '@mikro-orm/migrations';

export class Migration20261122021429 extends Migration {
  override name = '20261122021429-inbox-handled-only';

  override up(): void {
    this.addSql(`drop index "inbox_events_processed_at_index"`);
    this.addSql(
      `create index "inbox_events_processed_at_index" on "inbox_events" ("processed_at") where processed_at is not null`,
    );
  }
}
