import { Migration } from '@mikro-orm/migrations';

export class Migration20261123110000 extends Migration {
  override name = '20261123110000-reports';

  override up(): void {
    this.addSql(
      `create table "report_exports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "report" varchar(20) not null, "format" varchar(10) not null, "locale" varchar(10) not null, "filters" jsonb not null, "viewer" jsonb not null, "status" varchar(10) not null, "total" int not null default 0, "rows" int not null default 0, "media_key" varchar(200) null, "media_size" bigint null, "audit_entry" bigint not null, "expires_at" timestamptz(3) null)`,
    );
    this.addSql(`create index "report_exports_expiry_index" on "report_exports" ("status", "expires_at")`);
    this.addSql(`create index "report_exports_user_index" on "report_exports" ("company_id", "user_id", "id")`);
    this.addSql(
      `alter table "report_exports" add constraint "report_exports_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "saved_views" drop constraint "saved_views_company_id_user_id_name_unique"`);
    this.addSql(`alter table "saved_views" add "page" varchar(20) not null default 'tickets'`);
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_name_unique" unique ("company_id", "user_id", "page", "name")`,
    );
    this.addSql(`create index "ticket_cycles_arrival_index" on "ticket_cycles" ("company_id", "created_at")`);
    this.addSql(`alter table "report_exports" enable row level security`);
    this.addSql(`alter table "report_exports" force row level security`);
    this.addSql(`create policy "platform" on "report_exports" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "report_exports" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "report_exports_company_policy" on "report_exports" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create unique index "report_exports_running_unique" on "report_exports" ("company_id", "user_id") where "status" in ('waiting', 'running')`,
    );
  }
}
