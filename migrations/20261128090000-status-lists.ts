// offline: processes of the release before cannot read lists of statuses
import { Migration } from '@mikro-orm/migrations';

export class Migration20261128090000 extends Migration {
  override name = '20261128090000-status-lists';

  override up(): void {
    this.addSql(`drop index "inbox_events_company_id_connection_id_created_at_index"`);
    this.addSql(
      `create index "inbox_events_company_id_connection_id_created_at_index" on "inbox_events" ("company_id", "connection_id", "created_at") where processed_at is null and payload->>'kind' in ('status', 'statuses')`,
    );
  }
}
