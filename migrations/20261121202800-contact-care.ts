import { Migration } from '@mikro-orm/migrations';

export class Migration20261121202800 extends Migration {
  override name = '20261121202800-contact-care';

  override up(): void {
    this.addSql(
      `create table "contact_imports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "status" varchar(10) not null, "name" varchar(255) not null, "media_key" varchar(200) null, "total" int not null default 0, "position" int not null default 0, "created" int not null default 0, "skipped" int not null default 0, "refused" int not null default 0, "faults" jsonb not null default '[]', "problem" jsonb null, "finished_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "contact_imports" add constraint "contact_imports_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contacts" add "opted_out" boolean not null default false, add "erased_at" timestamptz(3) null`,
    );
    this.addSql(
      `create index "contacts_company_id_created_at_id_index" on "contacts" ("company_id", "created_at", "id")`,
    );
    this.addSql(`alter table "tickets" add "purged_until" timestamptz(3) null`);
    this.addSql(`alter table "contact_imports" enable row level security`);
    this.addSql(`alter table "contact_imports" force row level security`);
    this.addSql(`create policy "platform" on "contact_imports" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contact_imports" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_imports_company_policy" on "contact_imports" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create index "tickets_retention_index" on "tickets" ("company_id", "created_at") where "status" = 'closed' and ("purged_until" is null or "purged_until" < "updated_at")`,
    );
  }
}
