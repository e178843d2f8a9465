import { Migration } from '@mikro-orm/migrations';

export class Migration20261124140000 extends Migration {
  override name = '20261124140000-campaign-service';

  override up(): void {
    this.addSql(
      `create table "service_campaigns" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "kind" text not null, "name" varchar(100) not null, "prompt_id" bigint null, "whatsapp_id" bigint not null, "gateway" text null, "message" varchar(160) not null default '', "scheduled_at" timestamptz(3) null, "interval_seconds" int not null, "active" boolean not null default false, "run" int not null default 0, "last_error" jsonb null)`,
    );
    this.addSql(
      `create index "service_campaigns_company_id_whatsapp_id_index" on "service_campaigns" ("company_id", "whatsapp_id")`,
    );
    this.addSql(
      `create index "service_campaigns_company_id_prompt_id_index" on "service_campaigns" ("company_id", "prompt_id")`,
    );
    this.addSql(
      `create index "service_campaigns_company_id_kind_id_index" on "service_campaigns" ("company_id", "kind", "id")`,
    );
    this.addSql(
      `alter table "service_campaigns" add constraint "service_campaigns_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "service_campaign_files" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "campaign_id" bigint not null, "name" varchar(220) not null, "media_key" varchar(200) not null)`,
    );
    this.addSql(
      `alter table "service_campaign_files" add constraint "service_campaign_files_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "service_campaign_files" add constraint "service_campaign_files_company_id_campaign_id_name_unique" unique ("company_id", "campaign_id", "name")`,
    );
    this.addSql(
      `create table "service_recipients" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "campaign_id" bigint not null, "name" varchar(100) not null, "file_id" bigint null, "number" varchar(50) not null, "fields" jsonb not null, "status" text not null default 'waiting', "leased_until" timestamptz(3) null, "handled_at" timestamptz(3) null, "message_id" bigint null, "provider_id" varchar(100) null, "error_text" jsonb null)`,
    );
    this.addSql(
      `create index "service_recipients_company_id_file_id_index" on "service_recipients" ("company_id", "file_id")`,
    );
    this.addSql(
      `create index "service_recipients_company_id_number_index" on "service_recipients" ("company_id", "number")`,
    );
    this.addSql(
      `create index "service_recipients_company_id_campaign_id_status_id_index" on "service_recipients" ("company_id", "campaign_id", "status", "id")`,
    );
    this.addSql(
      `alter table "service_recipients" add constraint "service_recipients_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "service_recipients" add constraint "service_recipients_company_id_campaign_id_number_unique" unique ("company_id", "campaign_id", "number")`,
    );
    this.addSql(
      `create table "sms_gateways" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" text not null, "url" varchar(2048) not null, "login" varchar(100) not null, "token" text null)`,
    );
    this.addSql(
      `alter table "sms_gateways" add constraint "sms_gateways_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "sms_gateways" add constraint "sms_gateways_company_id_name_unique" unique ("company_id", "name")`,
    );
    this.addSql(`alter table "service_campaigns" enable row level security`);
    this.addSql(`alter table "service_campaigns" force row level security`);
    this.addSql(`create policy "platform" on "service_campaigns" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "service_campaigns" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "service_campaigns_company_policy" on "service_campaigns" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "service_campaign_files" enable row level security`);
    this.addSql(`alter table "service_campaign_files" force row level security`);
    this.addSql(
      `create policy "platform" on "service_campaign_files" to "atende_platform" using (true) with check (true)`,
    );
    this.addSql(
      `create policy "company_check" on "service_campaign_files" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "service_campaign_files_company_policy" on "service_campaign_files" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "service_recipients" enable row level security`);
    this.addSql(`alter table "service_recipients" force row level security`);
    this.addSql(`create policy "platform" on "service_recipients" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "service_recipients" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "service_recipients_company_policy" on "service_recipients" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "sms_gateways" enable row level security`);
    this.addSql(`alter table "sms_gateways" force row level security`);
    this.addSql(`create policy "platform" on "sms_gateways" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "sms_gateways" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "sms_gateways_company_policy" on "sms_gateways" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "service_campaigns" add constraint "service_campaigns_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "service_campaigns" add constraint "service_campaigns_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "service_campaign_files" add constraint "service_campaign_files_campaign_id_fk" foreign key ("company_id", "campaign_id") references "service_campaigns" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "service_recipients" add constraint "service_recipients_campaign_id_fk" foreign key ("company_id", "campaign_id") references "service_campaigns" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "service_recipients" add constraint "service_recipients_file_id_fk" foreign key ("company_id", "file_id") references "service_campaign_files" ("company_id", "id") on delete restrict`,
    );
  }
}
