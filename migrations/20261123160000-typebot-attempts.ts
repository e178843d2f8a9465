import { Migration } from '@mikro-orm/migrations';

export class Migration20261123160000 extends Migration {
  override name = '20261123160000-typebot-attempts';

  override up(): void {
    this.addSql(`alter table "typebot_sessions" add "asked_attempt" int not null default 0`);
  }
}
