import { Migration } from '@mikro-orm/migrations';

export class Migration20261122171815 extends Migration {
  override name = '20261122171815-public-plans';

  override up(): void {
    this.addSql(`alter table "plans" add "is_public" boolean not null default true`);
  }
}
