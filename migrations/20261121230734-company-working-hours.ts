import { Migration } from '@mikro-orm/migrations';

export class Migration20261121230734 extends Migration {
  override name = '20261121230734-company-working-hours';

  override up(): void {
    this.addSql(`alter table "companies" add "schedules" jsonb null`);
  }
}
