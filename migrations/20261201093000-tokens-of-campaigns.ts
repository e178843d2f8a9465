import { Migration } from '@mikro-orm/migrations';

export class Migration20261201093000 extends Migration {
  override name = '20261201093000-tokens-of-campaigns';

  override up(): void {
    this.addSql(`alter table "service_recipients" add "tokens" int null`);
  }
}
