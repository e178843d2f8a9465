import { Migration } from '@mikro-orm/migrations';

export class Migration20261123161000 extends Migration {
  override name = '20261123161000-menu-since';

  override up(): void {
    this.addSql(`alter table "bot_sessions" add "menu_since" timestamptz(3) null`);
    this.addSql(`update "bot_sessions" set "menu_since" = "menu_sent_at" where "menu_sent_at" is not null`);
  }
}
