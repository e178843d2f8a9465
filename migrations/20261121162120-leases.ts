import { Migration } from '@mikro-orm/migrations';

export class Migration20261121162120 extends Migration {
  override name = '20261121162120-leases';

  override up(): void {
    this.addSql(
      `create table "leases" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(120) not null, "owner" uuid not null, "node" varchar(120) not null, "expires_at" timestamptz(3) not null, "acquired" bigint not null default '1')`,
    );
    this.addSql(`alter table "leases" add constraint "leases_name_unique" unique ("name")`);
  }
}
