import { Migration } from '@mikro-orm/migrations';

export class Migration20261123151000 extends Migration {
  override name = '20261123151000-timers';

  override up(): void {
    this.addSql(
      `create index "connections_timers_index" on "connections" ("company_id", "id") where "deleted_at" is null and ("expires_ticket" > 0 or "time_to_transfer" > 0)`,
    );
  }
}
