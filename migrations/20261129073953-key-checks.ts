import { Migration } from '@mikro-orm/migrations';

export class Migration20261129073953 extends Migration {
  override name = '20261129073953-key-checks';

  override up(): void {
    this.addSql(
      `create table "key_checks" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "value" varchar(200) not null)`,
    );
  }
}
