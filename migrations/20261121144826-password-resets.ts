import { Migration } from '@mikro-orm/migrations';

export class Migration20261121144826 extends Migration {
  override name = '20261121144826-password-resets';

  override up(): void {
    this.addSql(
      `create table "password_resets" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "code_hash" varchar(64) not null, "expires_at" timestamptz(3) not null, "attempts" int not null default 0, "used_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "password_resets" add constraint "password_resets_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "password_resets" add constraint "password_resets_company_id_user_id_unique" unique ("company_id", "user_id")`,
    );
    this.addSql(`alter table "password_resets" enable row level security`);
    this.addSql(`alter table "password_resets" force row level security`);
    this.addSql(`create policy "platform" on "password_resets" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "password_resets" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "password_resets_company_policy" on "password_resets" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "password_resets" add constraint "password_resets_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
  }
}
