import { Migration } from '@mikro-orm/migrations';

export class Migration20261130212000 extends Migration {
  override name = '20261130212000-kinds-of-messages';

  override up(): void {
    this.addSql(`alter table "ticket_cycles" add "ad_id" varchar(100) null, add "ad_title" varchar(255) null`);
    this.addSql(
      `alter table "connections" add "history_requested_at" timestamptz(3) null, add "history_progress" smallint null, add "history_next_id" bigint null, add "history_last_id" bigint null`,
    );
    this.addSql(
      `create index "inbox_events_history_index" on "inbox_events" ("connection_id", ("payload"->>'from')) where "processed_at" is null and "payload" ? 'history'`,
    );
  }
}
