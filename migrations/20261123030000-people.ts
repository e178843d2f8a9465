import { Migration } from '@mikro-orm/migrations';

export class Migration20261123030000 extends Migration {
  override name = '20261123030000-people';

  override up(): void {
    this.addSql(
      `create table "two_factors" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "secret" text not null, "confirmed_at" timestamptz(3) null, "last_step" int not null default 0, "recovery_hashes" text[] not null)`,
    );
    this.addSql(
      `alter table "two_factors" add constraint "two_factors_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "two_factors" add constraint "two_factors_company_id_user_id_unique" unique ("company_id", "user_id")`,
    );
    this.addSql(`alter table "sessions" add "user_agent" varchar(300) null, add "address" varchar(45) null`);
    this.addSql(
      `alter table "users" add "active" boolean not null default true, add "access_hours" jsonb null, add "two_factor" boolean not null default false, add "last_seen_at" timestamptz(3) null`,
    );
    this.addSql(`alter table "two_factors" enable row level security`);
    this.addSql(`alter table "two_factors" force row level security`);
    this.addSql(`create policy "platform" on "two_factors" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "two_factors" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "two_factors_company_policy" on "two_factors" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "two_factors" add constraint "two_factors_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `create index "users_access_hours_index" on "users" ("company_id", "id") where "access_hours" is not null`,
    );
  }
}
