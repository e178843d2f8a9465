import { Migration } from '@mikro-orm/migrations';

export class Migration20261126130000 extends Migration {
  override name = '20261126130000-imports';

  override up(): void {
    this.addSql(
      `create table "import_ids" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "import_id" bigint not null, "table_name" varchar(64) not null, "source_id" varchar(255) not null, "target_id" bigint not null)`,
    );
    this.addSql(
      `create index "import_ids_company_id_table_name_target_id_index" on "import_ids" ("company_id", "table_name", "target_id")`,
    );
    this.addSql(
      `alter table "import_ids" add constraint "import_ids_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "import_ids" add constraint "import_ids_import_id_table_name_source_id_unique" unique ("import_id", "table_name", "source_id")`,
    );
    this.addSql(
      `create table "import_refusals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "import_id" bigint not null, "table_name" varchar(64) not null, "source_id" varchar(255) not null, "reason" jsonb not null)`,
    );
    this.addSql(`create index "import_refusals_import_id_id_index" on "import_refusals" ("import_id", "id")`);
    this.addSql(
      `create table "imports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "source" varchar(255) not null, "state" text not null, "counts" jsonb not null default '{}', "ended_at" timestamptz(3) null, "error" text null)`,
    );
    this.addSql(`alter table "import_ids" enable row level security`);
    this.addSql(`alter table "import_ids" force row level security`);
    this.addSql(`create policy "platform" on "import_ids" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "import_ids" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "import_ids_company_policy" on "import_ids" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "import_refusals" add constraint "import_refusals_import_id_fk" foreign key ("import_id") references "imports" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "import_ids" add constraint "import_ids_company_id_fk" foreign key ("company_id") references "companies" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "import_ids" add constraint "import_ids_import_id_fk" foreign key ("import_id") references "imports" ("id") on delete restrict`,
    );
  }
}
