import { Migration } from '@mikro-orm/migrations';

export class Migration20261201100000 extends Migration {
  override name = '20261201100000-campaign-frequency';

  override up(): void {
    this.addSql('alter table "campaigns" add "frequency_days" int null');
  }
}
