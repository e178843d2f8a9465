import { Migration } from '@mikro-orm/migrations';

export class Migration20261121141800 extends Migration {
  override name = '20261121141800-foundation';

  override up(): void {
    this.addSql(
      `create table "audit_entries" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint null, "action" varchar(60) not null, "subject_id" bigint null, "data" jsonb null)`,
    );
    this.addSql(`create index "audit_entries_company_id_id_index" on "audit_entries" ("company_id", "id")`);
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "companies" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(100) not null, "email" varchar(255) null, "phone" varchar(50) null, "plan_id" bigint not null, "status" boolean not null, "campaigns_enabled" boolean not null, "due_date" timestamptz(3) null, "recurrence" varchar(20) null, "timezone" varchar(60) not null default 'America/Sao_Paulo', "last_ticket_code" int not null default 0)`,
    );
    this.addSql(`alter table "companies" add constraint "companies_name_unique" unique ("name")`);
    this.addSql(
      `create table "connections" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(50) not null, "channel" varchar(20) not null, "status" varchar(20) not null, "is_default" boolean not null, "number" varchar(50) null, "provider" varchar(20) not null default 'beta', "token" text null, "token_hash" varchar(64) null, "greeting_message" text not null default '', "complation_message" text not null default '', "out_of_hours_message" text not null default '', "rating_message" text not null default '', "expires_inactive_message" text not null default '', "expires_ticket" int not null default 0, "time_use_bot_queues" int not null default 0, "max_use_bot_queues" int not null default 3, "time_to_transfer" int not null default 0, "transfer_queue_id" bigint null, "facebook_user_id" varchar(50) null, "credentials" jsonb not null default '{}', "last_error" text null, "last_inbound_at" timestamptz(3) null, "deleted_at" timestamptz(3) null)`,
    );
    this.addSql(`create index "connections_company_id_deleted_at_index" on "connections" ("company_id", "deleted_at")`);
    this.addSql(
      `alter table "connections" add constraint "connections_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "connections" add constraint "connections_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `create table "connection_queues" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "queue_id" bigint not null)`,
    );
    this.addSql(
      `alter table "connection_queues" add constraint "connection_queues_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "connection_queues" add constraint "connection_queues_company_id_connection_id_queue_id_unique" unique ("company_id", "connection_id", "queue_id")`,
    );
    this.addSql(
      `create table "contacts" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "uuid" uuid not null, "name" varchar(100) not null, "number" varchar(50) not null, "email" varchar(255) not null default '', "profile_pic_url" text null, "is_group" boolean not null default false, "lid" varchar(50) null, "extra_info" jsonb not null default '[]')`,
    );
    this.addSql(`create index "contacts_company_id_name_id_index" on "contacts" ("company_id", "name", "id")`);
    this.addSql(`alter table "contacts" add constraint "contacts_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "contacts" add constraint "contacts_company_id_lid_unique" unique ("company_id", "lid")`);
    this.addSql(
      `alter table "contacts" add constraint "contacts_company_id_number_unique" unique ("company_id", "number")`,
    );
    this.addSql(
      `create table "cron_runs" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(120) not null, "ran_at" timestamptz(3) not null)`,
    );
    this.addSql(`alter table "cron_runs" add constraint "cron_runs_name_unique" unique ("name")`);
    this.addSql(
      `create table "idempotency_keys" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "key" varchar(64) not null, "fingerprint" varchar(64) not null, "status" int not null, "answer" jsonb null)`,
    );
    this.addSql(`create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at")`);
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_company_id_key_unique" unique ("company_id", "key")`,
    );
    this.addSql(
      `create table "inbox_events" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "event_id" varchar(300) not null, "payload" jsonb not null, "processed_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create index "inbox_events_company_id_processed_at_index" on "inbox_events" ("company_id", "processed_at")`,
    );
    this.addSql(
      `alter table "inbox_events" add constraint "inbox_events_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "inbox_events" add constraint "inbox_events_connection_id_event_id_unique" unique ("connection_id", "event_id")`,
    );
    this.addSql(
      `create table "messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "contact_id" bigint not null, "whatsapp_id" bigint not null, "user_id" bigint null, "body" text not null, "from_me" boolean not null, "read" boolean not null default false, "media_type" varchar(20) not null default 'chat', "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(100) null, "media_size" int null, "quoted_msg_id" bigint null, "is_deleted" boolean not null default false, "is_edited" boolean not null default false, "status" varchar(12) not null, "ack" smallint not null default 0, "error_code" varchar(60) null, "error_text" jsonb null, "client_message_id" uuid null, "provider_id" varchar(200) null, "participant" varchar(100) null, "reactions" jsonb not null default '[]', "data" jsonb null, "sent_at" timestamptz(3) not null, "leased_until" timestamptz(3) null)`,
    );
    this.addSql(`create index "messages_ticket_index" on "messages" ("company_id", "ticket_id", "id")`);
    this.addSql(`create index "messages_page_index" on "messages" ("company_id", "contact_id", "id")`);
    this.addSql(`alter table "messages" add constraint "messages_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `alter table "messages" add constraint "messages_whatsapp_id_provider_id_unique" unique ("whatsapp_id", "provider_id")`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_company_id_client_message_id_unique" unique ("company_id", "client_message_id")`,
    );
    this.addSql(
      `create table "outbox_jobs" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint null, "name" varchar(120) not null, "payload" jsonb not null, "key" varchar(200) null, "lane" varchar(200) null, "run_at" timestamptz(3) not null default now(), "attempts" int not null default 0, "leased_until" timestamptz(3) null, "last_error" text null, "failed_at" timestamptz(3) null)`,
    );
    this.addSql(`create index "outbox_jobs_lane_id_index" on "outbox_jobs" ("lane", "id") where failed_at is null`);
    this.addSql(`create index "outbox_jobs_run_at_id_index" on "outbox_jobs" ("run_at", "id") where failed_at is null`);
    this.addSql(`alter table "outbox_jobs" add constraint "outbox_jobs_key_unique" unique ("key")`);
    this.addSql(
      `create table "plans" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(50) not null, "users" int not null, "connections" int not null, "queues" int not null, "value" double precision not null, "use_campaigns" boolean not null, "use_schedules" boolean not null, "use_internal_chat" boolean not null, "use_external_api" boolean not null, "use_kanban" boolean not null, "use_integrations" boolean not null, "use_ai_active" boolean not null, "use_sms" boolean not null, "use_leads" boolean not null)`,
    );
    this.addSql(`alter table "plans" add constraint "plans_name_unique" unique ("name")`);
    this.addSql(
      `create table "queues" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(50) not null, "color" varchar(9) not null, "greeting_message" text null, "out_of_hours_message" text null, "order_queue" int null)`,
    );
    this.addSql(`alter table "queues" add constraint "queues_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "queues" add constraint "queues_company_id_color_unique" unique ("company_id", "color")`);
    this.addSql(`alter table "queues" add constraint "queues_company_id_name_unique" unique ("company_id", "name")`);
    this.addSql(
      `create table "sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "sid" uuid not null, "user_id" bigint not null, "counter" int not null default 0, "expires_at" timestamptz(3) not null, "ended_at" timestamptz(3) null)`,
    );
    this.addSql(`alter table "sessions" add constraint "sessions_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "sessions" add constraint "sessions_sid_unique" unique ("sid")`);
    this.addSql(
      `create table "settings" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "key" varchar(60) not null, "value" text not null)`,
    );
    this.addSql(`alter table "settings" add constraint "settings_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "settings" add constraint "settings_company_id_key_unique" unique ("company_id", "key")`);
    this.addSql(
      `create table "tags" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "color" varchar(30) not null, "kanban" smallint not null default 0)`,
    );
    this.addSql(`alter table "tags" add constraint "tags_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "tags" add constraint "tags_company_id_name_unique" unique ("company_id", "name")`);
    this.addSql(
      `create table "tickets" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "uuid" uuid not null, "code" int not null, "status" varchar(10) not null, "user_id" bigint null, "queue_id" bigint null, "whatsapp_id" bigint not null, "contact_id" bigint not null, "is_group" boolean not null default false, "channel" varchar(20) not null, "unread_messages" int not null default 0, "last_message" text not null default '', "last_message_from_me" boolean not null default false, "last_message_ack" smallint not null default 0, "last_message_type" varchar(20) not null default 'chat', "use_integration" boolean not null default false, "prompt_id" bigint null, "integration_id" bigint null)`,
    );
    this.addSql(`create index "tickets_user_index" on "tickets" ("company_id", "user_id", "status")`);
    this.addSql(`create index "tickets_history_index" on "tickets" ("company_id", "contact_id", "whatsapp_id", "id")`);
    this.addSql(`create index "tickets_list_index" on "tickets" ("company_id", "status", "updated_at", "id")`);
    this.addSql(`alter table "tickets" add constraint "tickets_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "tickets" add constraint "tickets_company_id_code_unique" unique ("company_id", "code")`);
    this.addSql(`alter table "tickets" add constraint "tickets_uuid_unique" unique ("uuid")`);
    this.addSql(
      `create table "ticket_cycles" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "number" int not null, "queued_at" timestamptz(3) null, "started_at" timestamptz(3) null, "first_response_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "user_id" bigint null, "rating" smallint null)`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_company_id_ticket_id_number_unique" unique ("company_id", "ticket_id", "number")`,
    );
    this.addSql(
      `create table "ticket_tags" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "tag_id" bigint not null)`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_company_id_ticket_id_tag_id_unique" unique ("company_id", "ticket_id", "tag_id")`,
    );
    this.addSql(
      `create table "users" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(50) not null, "email" varchar(255) not null, "password_hash" varchar(255) null, "profile" varchar(20) not null, "super" boolean not null default false, "all_ticket" varchar(10) not null default 'desabled', "whatsapp_id" bigint null, "language" varchar(2) not null default 'pt')`,
    );
    this.addSql(`alter table "users" add constraint "users_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email")`);
    this.addSql(
      `create table "user_queues" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "queue_id" bigint not null)`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_company_id_user_id_queue_id_unique" unique ("company_id", "user_id", "queue_id")`,
    );
    this.addSql(`alter table "audit_entries" enable row level security`);
    this.addSql(`alter table "audit_entries" force row level security`);
    this.addSql(`create policy "platform" on "audit_entries" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "audit_entries" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "audit_entries_company_policy" on "audit_entries" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "companies" enable row level security`);
    this.addSql(`alter table "companies" force row level security`);
    this.addSql(`create policy "platform" on "companies" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company" on "companies" to "atende_app" using (id = current_setting('mikro.company.id')::bigint) with check (id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "connections" enable row level security`);
    this.addSql(`alter table "connections" force row level security`);
    this.addSql(`create policy "platform" on "connections" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "connections" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "connections_company_policy" on "connections" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "connection_queues" enable row level security`);
    this.addSql(`alter table "connection_queues" force row level security`);
    this.addSql(`create policy "platform" on "connection_queues" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "connection_queues" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "connection_queues_company_policy" on "connection_queues" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "contacts" enable row level security`);
    this.addSql(`alter table "contacts" force row level security`);
    this.addSql(`create policy "platform" on "contacts" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contacts" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contacts_company_policy" on "contacts" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "idempotency_keys" enable row level security`);
    this.addSql(`alter table "idempotency_keys" force row level security`);
    this.addSql(`create policy "platform" on "idempotency_keys" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "idempotency_keys" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "idempotency_keys_company_policy" on "idempotency_keys" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "inbox_events" enable row level security`);
    this.addSql(`alter table "inbox_events" force row level security`);
    this.addSql(`create policy "platform" on "inbox_events" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "inbox_events" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "inbox_events_company_policy" on "inbox_events" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "messages" enable row level security`);
    this.addSql(`alter table "messages" force row level security`);
    this.addSql(`create policy "platform" on "messages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "messages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "messages_company_policy" on "messages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "outbox_jobs" enable row level security`);
    this.addSql(`alter table "outbox_jobs" force row level security`);
    this.addSql(`create policy "platform" on "outbox_jobs" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company" on "outbox_jobs" to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "queues" enable row level security`);
    this.addSql(`alter table "queues" force row level security`);
    this.addSql(`create policy "platform" on "queues" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "queues" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "queues_company_policy" on "queues" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "sessions" enable row level security`);
    this.addSql(`alter table "sessions" force row level security`);
    this.addSql(`create policy "platform" on "sessions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "sessions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "sessions_company_policy" on "sessions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "settings" enable row level security`);
    this.addSql(`alter table "settings" force row level security`);
    this.addSql(`create policy "platform" on "settings" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "settings" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "settings_company_policy" on "settings" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "tags" enable row level security`);
    this.addSql(`alter table "tags" force row level security`);
    this.addSql(`create policy "platform" on "tags" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "tags" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "tags_company_policy" on "tags" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "tickets" enable row level security`);
    this.addSql(`alter table "tickets" force row level security`);
    this.addSql(`create policy "platform" on "tickets" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "tickets" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "tickets_company_policy" on "tickets" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "ticket_cycles" enable row level security`);
    this.addSql(`alter table "ticket_cycles" force row level security`);
    this.addSql(`create policy "platform" on "ticket_cycles" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "ticket_cycles" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "ticket_cycles_company_policy" on "ticket_cycles" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "ticket_tags" enable row level security`);
    this.addSql(`alter table "ticket_tags" force row level security`);
    this.addSql(`create policy "platform" on "ticket_tags" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "ticket_tags" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "ticket_tags_company_policy" on "ticket_tags" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "users" enable row level security`);
    this.addSql(`alter table "users" force row level security`);
    this.addSql(`create policy "platform" on "users" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "users" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "users_company_policy" on "users" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "user_queues" enable row level security`);
    this.addSql(`alter table "user_queues" force row level security`);
    this.addSql(`create policy "platform" on "user_queues" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "user_queues" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "user_queues_company_policy" on "user_queues" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_plan_id_fk" foreign key ("plan_id") references "plans" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "users" add constraint "users_company_id_fk" foreign key ("company_id") references "companies" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "connections" add constraint "connections_transfer_queue_id_fk" foreign key ("company_id", "transfer_queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "connection_queues" add constraint "connection_queues_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "connection_queues" add constraint "connection_queues_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "inbox_events" add constraint "inbox_events_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_quoted_msg_id_fk" foreign key ("company_id", "quoted_msg_id") references "messages" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_tag_id_fk" foreign key ("company_id", "tag_id") references "tags" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `create unique index "tickets_one_open_unique" on "tickets" ("company_id", "contact_id", "whatsapp_id") where "status" <> 'closed'`,
    );
    this.addSql(
      `create unique index "connections_name_unique" on "connections" ("company_id", "name") where "deleted_at" is null`,
    );
    this.addSql(
      `create unique index "connections_default_unique" on "connections" ("company_id") where "is_default" and "deleted_at" is null`,
    );
    this.addSql(
      `create unique index "connections_phone_unique" on "connections" ("facebook_user_id") where "deleted_at" is null`,
    );
  }
}
