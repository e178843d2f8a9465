import { Migration } from '@mikro-orm/migrations';

export class Migration20261122163713 extends Migration {
  override name = '20261122163713-saved-views';

  override up(): void {
    this.addSql(
      `create table "saved_views" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "name" varchar(50) not null, "query" text not null default '')`,
    );
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_company_id_user_id_name_unique" unique ("company_id", "user_id", "name")`,
    );
    this.addSql(`alter table "saved_views" enable row level security`);
    this.addSql(`alter table "saved_views" force row level security`);
    this.addSql(`create policy "platform" on "saved_views" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "saved_views" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "saved_views_company_policy" on "saved_views" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
  }
}
