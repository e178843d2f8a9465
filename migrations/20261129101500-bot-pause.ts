import { Migration } from '@mikro-orm/migrations';

export class Migration20261129101500 extends Migration {
  override name = '20261129101500-bot-pause';

  override up(): void {
    this.addSql(`alter table "tickets" add column "bot_paused_at" timestamptz(3) null`);
  }
}
