import { Migration } from '@mikro-orm/migrations';

export class Migration20261123130000 extends Migration {
  override name = '20261123130000-leads';

  override up(): void {
    this.addSql(
      `create table "contact_tags" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "contact_id" bigint not null, "tag_id" bigint not null)`,
    );
    this.addSql(
      `create index "contact_tags_company_id_tag_id_contact_id_index" on "contact_tags" ("company_id", "tag_id", "contact_id")`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_company_id_contact_id_tag_id_unique" unique ("company_id", "contact_id", "tag_id")`,
    );
    this.addSql(
      `create table "lead_opt_outs" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "cnpj" varchar(14) not null, "reason" text not null default '')`,
    );
    this.addSql(`alter table "lead_opt_outs" add constraint "lead_opt_outs_cnpj_unique" unique ("cnpj")`);
    this.addSql(
      `create table "lead_uses" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "month" date not null, "cnpj" varchar(14) not null)`,
    );
    this.addSql(`create index "lead_uses_month_index" on "lead_uses" ("month")`);
    this.addSql(`alter table "lead_uses" add constraint "lead_uses_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `alter table "lead_uses" add constraint "lead_uses_company_id_month_cnpj_unique" unique ("company_id", "month", "cnpj")`,
    );
    this.addSql(`alter table "plans" add "leads_limit" int not null default 1000`);
    this.addSql(`alter table "contact_tags" enable row level security`);
    this.addSql(`alter table "contact_tags" force row level security`);
    this.addSql(`create policy "platform" on "contact_tags" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contact_tags" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_tags_company_policy" on "contact_tags" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "lead_uses" enable row level security`);
    this.addSql(`alter table "lead_uses" force row level security`);
    this.addSql(`create policy "platform" on "lead_uses" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "lead_uses" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "lead_uses_company_policy" on "lead_uses" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_tag_id_fk" foreign key ("company_id", "tag_id") references "tags" ("company_id", "id") on delete cascade`,
    );
    // the imported data: read by all, written by the owner only (src/modules/leads/import)
    this.addSql(`create schema "leads"`);
    this.addSql(
      `create table "leads"."generations" ("id" serial primary key, "source" text not null, "source_date" date null, "started_at" timestamptz(3) not null default now(), "shown_at" timestamptz(3) null, "companies" int not null default 0)`,
    );
    this.addSql(
      `create table "leads"."files" ("generation" int not null references "leads"."generations" ("id") on delete cascade, "name" text not null, "kind" text not null, "mark" text not null, "rows" bigint not null, primary key ("generation", "name"))`,
    );
    this.addSql(`grant usage on schema "leads" to "atende_app", "atende_platform"`);
    this.addSql(`grant select on "leads"."generations" to "atende_app", "atende_platform"`);
  }
}
