import { Migration } from '@mikro-orm/migrations';

export class Migration20261123040418 extends Migration {
  override name = '20261123040418-administration-platform';

  override up(): void {
    this.addSql(
      `create table "usage_days" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "day" date not null, "messages_in" int not null, "messages_out" int not null, "media_bytes" bigint not null)`,
    );
    this.addSql(
      `alter table "usage_days" add constraint "usage_days_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "usage_days" add constraint "usage_days_company_id_day_unique" unique ("company_id", "day")`,
    );
    this.addSql(
      `alter table "connections" add "messaging_limit" varchar(30) null, add "qrcode" text not null default ''`,
    );
    this.addSql(`alter table "sessions" add "support_of" uuid null`);
    this.addSql(`create index "sessions_support_of_index" on "sessions" ("support_of")`);
    this.addSql(`alter table "usage_days" enable row level security`);
    this.addSql(`alter table "usage_days" force row level security`);
    this.addSql(`create policy "platform" on "usage_days" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "usage_days" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "usage_days_company_policy" on "usage_days" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`create index "messages_created_index" on "messages" using brin ("created_at")`);
  }
}
