import { Migration } from '@mikro-orm/migrations';

export class Migration20261130211000 extends Migration {
  override name = '20261130211000-contact-import-columns';

  override up(): void {
    this.addSql(
      `create table "contact_import_refusals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "line" int not null, "name" varchar(100) not null, "number" varchar(50) not null, "cells" jsonb null, "reason" jsonb not null, "import_id" bigint not null)`,
    );
    this.addSql(`create index "contact_import_refusals_created_at_index" on "contact_import_refusals" ("created_at")`);
    this.addSql(
      `alter table "contact_import_refusals" add constraint "contact_import_refusals_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_import_refusals" add constraint "contact_import_refusals_company_id_import_id_line_unique" unique ("company_id", "import_id", "line")`,
    );
    this.addSql(
      `alter table "contact_imports" add "columns" jsonb null, add "headings" jsonb null, add "noted" int not null default 0, add "notes" jsonb not null default '[]'`,
    );
    this.addSql(
      `alter table "contact_list_imports" add "columns" jsonb null, add "headings" jsonb null, add "noted" int not null default 0, add "notes" jsonb not null default '[]'`,
    );
    this.addSql(`alter table "contact_list_refusals" add "cells" jsonb null`);
    this.addSql(`alter table "contact_import_refusals" enable row level security`);
    this.addSql(`alter table "contact_import_refusals" force row level security`);
    this.addSql(
      `create policy "platform" on "contact_import_refusals" to "atende_platform" using (true) with check (true)`,
    );
    this.addSql(
      `create policy "company_check" on "contact_import_refusals" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_import_refusals_company_policy" on "contact_import_refusals" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "contact_import_refusals" add constraint "contact_import_refusals_import_id_fk" foreign key ("company_id", "import_id") references "contact_imports" ("company_id", "id") on delete cascade`,
    );
  }
}
