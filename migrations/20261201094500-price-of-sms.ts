import { Migration } from '@mikro-orm/migrations';

export class Migration20261201094500 extends Migration {
  override name = '20261201094500-price-of-sms';

  override up(): void {
    this.addSql(`alter table "sms_gateways" add "price" double precision not null default 0`);
  }
}
