import { Migration } from '@mikro-orm/migrations';

export class Migration20261129084100 extends Migration {
  override name = '20261129084100-company-removal';

  override up(): void {
    this.addSql(`alter table "companies" add column "remove_at" timestamptz(3) null`);
  }
}
