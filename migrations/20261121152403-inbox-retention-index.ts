import { Migration } from '@mikro-orm/migrations';

export class Migration20261121152403 extends Migration {
  override name = '20261121152403-inbox-retention-index';

  override up(): void {
    this.addSql(`drop index "inbox_events_company_id_processed_at_index"`);
    this.addSql(`create index "inbox_events_processed_at_index" on "inbox_events" ("processed_at")`);
  }
}
