import { Migration } from '@mikro-orm/migrations';

export class Migration20261121163526 extends Migration {
  override name = '20261121163526-add-user-presence';

  override up(): void {
    this.addSql(
      `create table "user_presence" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "node" uuid not null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "user_presence_expires_at_index" on "user_presence" ("expires_at")`);
    this.addSql(
      `alter table "user_presence" add constraint "user_presence_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "user_presence" add constraint "user_presence_company_id_user_id_node_unique" unique ("company_id", "user_id", "node")`,
    );
    this.addSql(`alter table "user_presence" enable row level security`);
    this.addSql(`alter table "user_presence" force row level security`);
    this.addSql(`create policy "platform" on "user_presence" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "user_presence" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "user_presence_company_policy" on "user_presence" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "user_presence" add constraint "user_presence_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
  }
}
