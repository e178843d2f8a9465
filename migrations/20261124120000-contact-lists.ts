import { Migration } from '@mikro-orm/migrations';

export class Migration20261124120000 extends Migration {
  override name = '20261124120000-contact-lists';

  override up(): void {
    this.addSql(
      `create table "contact_lists" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "contacts_count" int not null default 0)`,
    );
    this.addSql(
      `alter table "contact_lists" add constraint "contact_lists_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_lists" add constraint "contact_lists_company_id_name_unique" unique ("company_id", "name")`,
    );
    this.addSql(
      `create table "contact_list_imports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "status" varchar(10) not null, "name" varchar(255) not null, "media_key" varchar(200) null, "total" int not null default 0, "position" int not null default 0, "created" int not null default 0, "skipped" int not null default 0, "refused" int not null default 0, "faults" jsonb not null default '[]', "problem" jsonb null, "finished_at" timestamptz(3) null, "contact_list_id" bigint not null)`,
    );
    this.addSql(
      `create index "contact_list_imports_company_id_contact_list_id_id_index" on "contact_list_imports" ("company_id", "contact_list_id", "id")`,
    );
    this.addSql(
      `alter table "contact_list_imports" add constraint "contact_list_imports_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "contact_list_items" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "contact_list_id" bigint not null, "name" varchar(100) not null, "number" varchar(14) not null, "email" varchar(255) not null default '', "variables" jsonb not null default '[]')`,
    );
    this.addSql(
      `create index "contact_list_items_company_id_contact_list_id_id_index" on "contact_list_items" ("company_id", "contact_list_id", "id")`,
    );
    this.addSql(
      `alter table "contact_list_items" add constraint "contact_list_items_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_list_items" add constraint "contact_list_items_company_id_number_contact_list_id_unique" unique ("company_id", "number", "contact_list_id")`,
    );
    this.addSql(
      `create table "contact_list_refusals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "import_id" bigint not null, "line" int not null, "name" varchar(100) not null, "number" varchar(50) not null, "reason" jsonb not null)`,
    );
    this.addSql(`create index "contact_list_refusals_created_at_index" on "contact_list_refusals" ("created_at")`);
    this.addSql(
      `alter table "contact_list_refusals" add constraint "contact_list_refusals_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_list_refusals" add constraint "contact_list_refusals_company_id_import_id_line_unique" unique ("company_id", "import_id", "line")`,
    );
    this.addSql(`alter table "contact_lists" enable row level security`);
    this.addSql(`alter table "contact_lists" force row level security`);
    this.addSql(`create policy "platform" on "contact_lists" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contact_lists" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_lists_company_policy" on "contact_lists" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "contact_list_imports" enable row level security`);
    this.addSql(`alter table "contact_list_imports" force row level security`);
    this.addSql(
      `create policy "platform" on "contact_list_imports" to "atende_platform" using (true) with check (true)`,
    );
    this.addSql(
      `create policy "company_check" on "contact_list_imports" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_list_imports_company_policy" on "contact_list_imports" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "contact_list_items" enable row level security`);
    this.addSql(`alter table "contact_list_items" force row level security`);
    this.addSql(`create policy "platform" on "contact_list_items" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contact_list_items" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_list_items_company_policy" on "contact_list_items" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "contact_list_refusals" enable row level security`);
    this.addSql(`alter table "contact_list_refusals" force row level security`);
    this.addSql(
      `create policy "platform" on "contact_list_refusals" to "atende_platform" using (true) with check (true)`,
    );
    this.addSql(
      `create policy "company_check" on "contact_list_refusals" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_list_refusals_company_policy" on "contact_list_refusals" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "contact_list_items" add constraint "contact_list_items_contact_list_id_fk" foreign key ("company_id", "contact_list_id") references "contact_lists" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "contact_list_imports" add constraint "contact_list_imports_contact_list_id_fk" foreign key ("company_id", "contact_list_id") references "contact_lists" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "contact_list_refusals" add constraint "contact_list_refusals_import_id_fk" foreign key ("company_id", "import_id") references "contact_list_imports" ("company_id", "id") on delete cascade`,
    );
  }
}
