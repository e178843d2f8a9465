import { Migration } from '@mikro-orm/migrations';

export class Migration20261125093000 extends Migration {
  override name = '20261125093000-reply-hours';

  override up(): void {
    this.addSql(`alter table "connections" add column "reply_hours" int null`);
  }
}
