import { Migration } from '@mikro-orm/migrations';

export class Migration20261201110000 extends Migration {
  override name = '20261201110000-prices-of-messages';

  override up(): void {
    this.addSql(`alter table "campaign_settings" add "prices" jsonb not null default '[]'`);
  }
}
