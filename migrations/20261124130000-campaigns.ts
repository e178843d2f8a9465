import { Migration } from '@mikro-orm/migrations';

export class Migration20261124130000 extends Migration {
  override name = '20261124130000-campaigns';

  override up(): void {
    this.addSql(
      `create table "campaigns" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(255) not null, "status" text not null, "message1" text not null default '', "message2" text not null default '', "message3" text not null default '', "message4" text not null default '', "message5" text not null default '', "confirmation_message1" text not null default '', "confirmation_message2" text not null default '', "confirmation_message3" text not null default '', "confirmation_message4" text not null default '', "confirmation_message5" text not null default '', "confirmation" boolean not null default false, "whatsapp_id" bigint null, "contact_list_id" bigint null, "tag_list_id" bigint null, "file_list_id" bigint null, "template" jsonb null, "queue_id" bigint null, "tag_id" bigint null, "scheduled_at" timestamptz(3) null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "pause_reason" jsonb null, "message_interval" int null, "longer_interval_after" int null, "greater_interval" int null, "send_from" varchar(5) null, "send_until" varchar(5) null, "weekdays" jsonb null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null, "run" int not null default 0, "frozen_at" timestamptz(3) null, "refused" jsonb null)`,
    );
    this.addSql(`create index "campaigns_company_id_tag_id_index" on "campaigns" ("company_id", "tag_id")`);
    this.addSql(`create index "campaigns_company_id_queue_id_index" on "campaigns" ("company_id", "queue_id")`);
    this.addSql(`create index "campaigns_company_id_file_list_id_index" on "campaigns" ("company_id", "file_list_id")`);
    this.addSql(`create index "campaigns_company_id_tag_list_id_index" on "campaigns" ("company_id", "tag_list_id")`);
    this.addSql(
      `create index "campaigns_company_id_contact_list_id_index" on "campaigns" ("company_id", "contact_list_id")`,
    );
    this.addSql(`create index "campaigns_company_id_whatsapp_id_index" on "campaigns" ("company_id", "whatsapp_id")`);
    this.addSql(`alter table "campaigns" add constraint "campaigns_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `create table "campaign_settings" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "message_interval" int not null, "longer_interval_after" int not null, "greater_interval" int not null, "variables" jsonb not null)`,
    );
    this.addSql(
      `alter table "campaign_settings" add constraint "campaign_settings_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "campaign_settings" add constraint "campaign_settings_company_id_unique" unique ("company_id")`,
    );
    this.addSql(
      `create table "campaign_shipments" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "campaign_id" bigint not null, "whatsapp_id" bigint not null, "position" int not null, "number" varchar(150) not null, "name" varchar(255) not null default '', "email" varchar(255) not null default '', "variables" jsonb not null, "status" varchar(12) not null, "message" smallint null, "body" text null, "file_ids" jsonb null, "leased_until" timestamptz(3) null, "provider_id" varchar(200) null, "error_code" varchar(60) null, "error_text" jsonb null, "attempts" smallint not null default 0, "sent_at" timestamptz(3) null, "delivered_at" timestamptz(3) null, "read_at" timestamptz(3) null, "replied_at" timestamptz(3) null, "confirmed_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create index "campaign_shipments_company_id_whatsapp_id_provider_id_index" on "campaign_shipments" ("company_id", "whatsapp_id", "provider_id")`,
    );
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_status_id_index" on "campaign_shipments" ("company_id", "campaign_id", "status", "id")`,
    );
    this.addSql(
      `alter table "campaign_shipments" add constraint "campaign_shipments_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "campaign_shipments" add constraint "campaign_shipments_company_id_number_campaign_id_unique" unique ("company_id", "number", "campaign_id")`,
    );
    this.addSql(`alter table "campaigns" enable row level security`);
    this.addSql(`alter table "campaigns" force row level security`);
    this.addSql(`create policy "platform" on "campaigns" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "campaigns" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "campaigns_company_policy" on "campaigns" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "campaign_settings" enable row level security`);
    this.addSql(`alter table "campaign_settings" force row level security`);
    this.addSql(`create policy "platform" on "campaign_settings" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "campaign_settings" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "campaign_settings_company_policy" on "campaign_settings" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "campaign_shipments" enable row level security`);
    this.addSql(`alter table "campaign_shipments" force row level security`);
    this.addSql(`create policy "platform" on "campaign_shipments" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "campaign_shipments" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "campaign_shipments_company_policy" on "campaign_shipments" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_contact_list_id_fk" foreign key ("company_id", "contact_list_id") references "contact_lists" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_tag_list_id_fk" foreign key ("company_id", "tag_list_id") references "tags" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_file_list_id_fk" foreign key ("company_id", "file_list_id") references "file_lists" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_tag_id_fk" foreign key ("company_id", "tag_id") references "tags" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaign_shipments" add constraint "campaign_shipments_campaign_id_fk" foreign key ("company_id", "campaign_id") references "campaigns" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "campaign_shipments" add constraint "campaign_shipments_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
  }
}
