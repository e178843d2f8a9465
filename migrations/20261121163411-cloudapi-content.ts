import { Migration } from '@mikro-orm/migrations';

export class Migration20261121163411 extends Migration {
  override name = '20261121163411-cloudapi-content';

  override up(): void {
    this.addSql(
      `create table "message_templates" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "name" varchar(512) not null, "language" varchar(20) not null, "category" varchar(30) not null, "status" varchar(30) not null, "reason" text null, "parameter_format" varchar(10) not null, "components" jsonb not null, "provider_id" varchar(100) not null default '', "synced_at" timestamptz(3) not null, "gone_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "message_templates" add constraint "message_templates_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "message_templates" add constraint "message_templates_connection_id_name_language_unique" unique ("connection_id", "name", "language")`,
    );
    this.addSql(`alter table "connections" add column if not exists "facebook_page_user_id" varchar(50) null`);
    this.addSql(`alter table "tickets" add "window_until" timestamptz(3) null`);
    this.addSql(`alter table "message_templates" enable row level security`);
    this.addSql(`alter table "message_templates" force row level security`);
    this.addSql(`create policy "platform" on "message_templates" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "message_templates" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "message_templates_company_policy" on "message_templates" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "message_templates" add constraint "message_templates_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
  }
}
