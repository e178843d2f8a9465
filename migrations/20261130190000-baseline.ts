import { Migration } from '@mikro-orm/migrations';

export class Migration20261130190000 extends Migration {
  override name = '20261130190000-baseline';

  override up(): void {
    this.addSql(`create extension if not exists unaccent schema public`);
    this.addSql(`create extension if not exists pg_trgm schema public`);
    this.addSql(`create extension if not exists btree_gin schema public`);
    this.addSql(
      `create text search dictionary public.search_plain (template = pg_catalog.simple, stopwords = portuguese)`,
    );
    this.addSql(`create text search configuration public.search_plain (parser = pg_catalog."default")`);
    this.addSql(
      `alter text search configuration public.search_plain add mapping for asciiword, word, numword, int, uint with public.search_plain`,
    );
    this.addSql(`create or replace function public.search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end$$`);
    this.addSql(`create or replace function public.search_words(company bigint, value text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  plain text := regexp_replace(public.search_text(left(value, 20000)), '[^[:alnum:]]+', ' ', 'g');
  mark text := company || '.';
  words text[];
begin
  if length(plain) > 500 then plain := regexp_replace(plain, '[^ ]{100,}', ' ', 'g'); end if;
  words := tsvector_to_array(to_tsvector('pg_catalog.portuguese'::regconfig, plain) || to_tsvector('public.search_plain'::regconfig, plain));
  if words = '{}' then return null; end if;
  return array_to_tsvector(string_to_array(mark || array_to_string(words, ' ' || mark), ' '));
end$$`);
    this.addSql(`create or replace function public.search_query(company bigint, value text) returns tsquery language plpgsql immutable strict parallel safe as $$
declare
  words text[] := (string_to_array(btrim(regexp_replace(public.search_text(left(value, 200)), '[^[:alnum:]]+', ' ', 'g')), ' '))[1:10];
  word text;
  stem text;
  part text;
  wanted text;
begin
  for place in 1 .. coalesce(array_length(words, 1), 0) loop
    word := words[place];
    stem := (tsvector_to_array(to_tsvector('pg_catalog.portuguese'::regconfig, word)))[1];
    part := case when stem is not null then quote_literal(company || '.' || stem) end;
    if place = array_length(words, 1) and length(word) > 2 and (stem is not null or wanted is null) then
      part := concat_ws(' | ', part, quote_literal(company || '.' || word) || ':*');
    end if;
    if part is not null then wanted := concat_ws(' & ', wanted, '(' || part || ')'); end if;
  end loop;
  return wanted::tsquery;
end$$`);
    this.addSql(
      `create table "announcements" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "title" varchar(100) not null, "text" text not null, "priority" smallint not null, "status" boolean not null, "show_from" timestamptz(3) null, "show_until" timestamptz(3) null, "plan_ids" jsonb not null default '[]', "media_key" varchar(200) null, "media_name" varchar(255) null)`,
    );
    this.addSql(
      `create table "assistant_months" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "month" date not null, "requests" int not null, "input_tokens" bigint not null, "output_tokens" bigint not null, "cost" double precision not null)`,
    );
    this.addSql(
      `create table "audit_entries" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint null, "user_name" varchar(100) null, "address" varchar(45) null, "action" varchar(60) not null, "kind" varchar(20) not null, "scope" varchar(10) not null default 'company', "subject_id" bigint null, "subject" varchar(60) null, "data" jsonb null)`,
    );
    this.addSql(
      `create table "bot_choices" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "session_id" bigint not null, "queue_id" bigint not null, "option_id" bigint null)`,
    );
    this.addSql(
      `create table "bot_sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "cycle_id" bigint not null, "state" varchar(10) not null default 'idle', "option_id" bigint null, "menus" int not null default 0, "menu_sent_at" timestamptz(3) null, "menu_since" timestamptz(3) null, "out_of_hours_at" timestamptz(3) null, "answered" boolean not null default false, "responder_ended" boolean not null default false, "reminded_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "campaigns" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(255) not null, "status" text not null, "message1" text not null default '', "message2" text not null default '', "message3" text not null default '', "message4" text not null default '', "message5" text not null default '', "confirmation_message1" text not null default '', "confirmation_message2" text not null default '', "confirmation_message3" text not null default '', "confirmation_message4" text not null default '', "confirmation_message5" text not null default '', "confirmation" boolean not null default false, "connection_id" bigint null, "contact_list_id" bigint null, "tag_list_id" bigint null, "file_list_id" bigint null, "template" jsonb null, "queue_id" bigint null, "tag_id" bigint null, "scheduled_at" timestamptz(3) null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "pause_reason" jsonb null, "message_interval" int null, "longer_interval_after" int null, "greater_interval" int null, "send_from" varchar(5) null, "send_until" varchar(5) null, "weekdays" jsonb null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null, "files_changed_at" timestamptz(3) null, "recipients_changed_at" timestamptz(3) null, "run" int not null default 0, "frozen_at" timestamptz(3) null, "refused" jsonb null)`,
    );
    this.addSql(
      `create table "campaign_settings" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "message_interval" int not null, "longer_interval_after" int not null, "greater_interval" int not null, "variables" jsonb not null)`,
    );
    this.addSql(
      `create table "campaign_shipments" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "campaign_id" bigint not null, "connection_id" bigint not null, "position" int not null, "number" varchar(150) not null, "name" varchar(255) not null default '', "email" varchar(255) not null default '', "variables" jsonb not null, "status" varchar(12) not null, "message" smallint null, "body" text null, "asked_confirmation" boolean not null default false, "file_ids" jsonb null, "leased_until" timestamptz(3) null, "provider_id" varchar(200) null, "error_code" varchar(60) null, "error_text" jsonb null, "attempts" smallint not null default 0, "sent_at" timestamptz(3) null, "delivered_at" timestamptz(3) null, "read_at" timestamptz(3) null, "replied_at" timestamptz(3) null, "confirmed_at" timestamptz(3) null, "follow_up_id" bigint null)`,
    );
    this.addSql(
      `create table "chats" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "uuid" uuid not null, "title" varchar(100) not null, "pair" varchar(40) null, "owner_id" bigint not null, "last_message" varchar(200) not null default '', "last_message_at" timestamptz(3) not null default now())`,
    );
    this.addSql(
      `create table "chat_messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "chat_id" bigint not null, "sender_id" bigint null, "message" text not null, "media_type" varchar(20) not null default 'chat', "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(100) null, "media_size" int null, "quoted_id" bigint null, "client_message_id" uuid null, "mentions" jsonb not null default '[]', "reactions" jsonb not null default '[]', "data" jsonb null, "is_edited" boolean not null default false, "is_deleted" boolean not null default false)`,
    );
    this.addSql(
      `create table "chat_users" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "chat_id" bigint not null, "user_id" bigint not null, "last_read_message_id" bigint not null default '0')`,
    );
    this.addSql(
      `create table "companies" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(100) not null, "email" varchar(255) null, "phone" varchar(50) null, "plan_id" bigint not null, "status" boolean not null, "campaigns_enabled" boolean not null, "due_date" timestamptz(3) null, "recurrence" varchar(20) null, "remove_at" timestamptz(3) null, "timezone" varchar(60) not null default 'America/Sao_Paulo', "schedules" jsonb null, "last_ticket_code" int not null default 0)`,
    );
    this.addSql(
      `create table "connections" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(50) not null, "channel" varchar(20) not null, "status" varchar(20) not null, "notified_status" varchar(20) null, "is_default" boolean not null, "number" varchar(50) null, "provider" varchar(20) not null default 'beta', "token" text null, "token_hash" varchar(64) null, "greeting_message" text not null default '', "complation_message" text not null default '', "out_of_hours_message" text not null default '', "rating_message" text not null default '', "expires_inactive_message" text not null default '', "expires_ticket" int not null default 0, "time_use_bot_queues" int not null default 0, "max_use_bot_queues" int not null default 3, "time_to_transfer" int not null default 0, "transfer_queue_id" bigint null, "prompt_id" bigint null, "integration_id" bigint null, "facebook_user_id" varchar(50) null, "credentials" jsonb not null default '{}', "last_error" jsonb null, "facebook_page_user_id" varchar(50) null, "verified_name" varchar(255) null, "quality" varchar(20) null, "messaging_limit" varchar(30) null, "qrcode" text not null default '', "messages_per_second" int null, "reply_hours" int null, "paused_until" timestamptz(3) null, "pause_reason" jsonb null, "troubles" int not null default 0, "troubled_at" timestamptz(3) null, "warning" jsonb null, "warned_at" timestamptz(3) null, "last_inbound_at" timestamptz(3) null, "deleted_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "connection_queues" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "queue_id" bigint not null)`,
    );
    this.addSql(
      `create table "contacts" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "uuid" uuid not null, "name" varchar(100) not null, "number" varchar(150) not null, "email" varchar(255) not null default '', "profile_pic_url" text null, "is_group" boolean not null default false, "lid" varchar(50) null, "extra_info" jsonb not null default '[]', "opted_out" boolean not null default false, "erased_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "contact_imports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "status" varchar(10) not null, "name" varchar(255) not null, "media_key" varchar(200) null, "total" int not null default 0, "position" int not null default 0, "created" int not null default 0, "skipped" int not null default 0, "refused" int not null default 0, "faults" jsonb not null default '[]', "problem" jsonb null, "finished_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "contact_lists" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "contacts_count" int not null default 0)`,
    );
    this.addSql(
      `create table "contact_list_imports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "status" varchar(10) not null, "name" varchar(255) not null, "media_key" varchar(200) null, "total" int not null default 0, "position" int not null default 0, "created" int not null default 0, "skipped" int not null default 0, "refused" int not null default 0, "faults" jsonb not null default '[]', "problem" jsonb null, "finished_at" timestamptz(3) null, "contact_list_id" bigint not null)`,
    );
    this.addSql(
      `create table "contact_list_items" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "contact_list_id" bigint not null, "name" varchar(100) not null, "number" varchar(14) not null, "email" varchar(255) not null default '', "variables" jsonb not null default '[]')`,
    );
    this.addSql(
      `create table "contact_list_refusals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "import_id" bigint not null, "line" int not null, "name" varchar(100) not null, "number" varchar(50) not null, "reason" jsonb not null)`,
    );
    this.addSql(
      `create table "contact_tags" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "contact_id" bigint not null, "tag_id" bigint not null)`,
    );
    this.addSql(
      `create table "cron_runs" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(120) not null, "ran_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create table "daily_arrivals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "scope" varchar(5) not null, "day" date not null, "arrived_on" date not null, "queue_id" bigint null, "user_id" bigint null, "arrived" int not null, "hours" int[] not null)`,
    );
    this.addSql(
      `create table "daily_figures" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "scope" varchar(5) not null, "day" date not null, "queue_id" bigint null, "user_id" bigint null, "finished" int not null, "unattended" int not null, "waited" int not null, "waiting_seconds" bigint not null, "service_seconds" bigint not null, "rated1" int not null, "rated2" int not null, "rated3" int not null, "first_response" int[] null, "resolution" int[] null)`,
    );
    this.addSql(
      `create table "figure_days" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "day" date not null, "timezone" varchar(60) not null, "contacts" int not null)`,
    );
    this.addSql(
      `create table "file_lists" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "message" text not null, "user_id" bigint null)`,
    );
    this.addSql(
      `create table "file_list_options" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "file_list_id" bigint not null, "name" varchar(255) not null, "position" int not null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null)`,
    );
    this.addSql(
      `create table "helps" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "title" varchar(100) not null, "description" text not null default '', "video" varchar(11) not null)`,
    );
    this.addSql(
      `create table "holidays" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "date" date not null, "yearly" boolean not null, "queue_id" bigint null)`,
    );
    this.addSql(
      `create table "idempotency_keys" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "key" varchar(64) not null, "fingerprint" varchar(64) not null, "status" int not null, "answer" jsonb null)`,
    );
    this.addSql(
      `create table "import_ids" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "import_id" bigint not null, "table_name" varchar(64) not null, "source_id" varchar(255) not null, "target_id" bigint not null)`,
    );
    this.addSql(
      `create table "import_refusals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "import_id" bigint not null, "table_name" varchar(64) not null, "source_id" varchar(255) not null, "reason" jsonb not null)`,
    );
    this.addSql(
      `create table "imports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "source" varchar(255) not null, "state" text not null, "counts" jsonb not null default '{}', "ended_at" timestamptz(3) null, "error" text null)`,
    );
    this.addSql(
      `create table "inbox_events" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "event_id" varchar(300) not null, "payload" jsonb not null, "processed_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "key_checks" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "value" varchar(200) not null)`,
    );
    this.addSql(
      `create table "knowledge_passages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "source_id" bigint not null, "prompt_id" bigint not null, "position" int not null, "text" text not null)`,
    );
    this.addSql(
      `create table "knowledge_sources" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "prompt_id" bigint not null, "title" varchar(200) not null, "kind" varchar(10) not null, "content" text null, "url" varchar(2048) null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null, "status" varchar(10) not null, "error" jsonb null, "passages" int not null default 0)`,
    );
    this.addSql(
      `create table "lead_opt_outs" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "cnpj" varchar(14) not null, "reason" text not null default '')`,
    );
    this.addSql(
      `create table "lead_uses" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "month" date not null, "cnpj" varchar(14) not null)`,
    );
    this.addSql(
      `create table "leases" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(120) not null, "owner" uuid not null, "node" varchar(120) not null, "expires_at" timestamptz(3) not null, "acquired" bigint not null default '1')`,
    );
    this.addSql(
      `create table "link_previews" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "url" text not null, "title" varchar(300) null, "description" varchar(600) not null default '', "site" varchar(120) not null default '', "media_key" varchar(200) null, "image_width" int null, "image_height" int null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create table "messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "contact_id" bigint not null, "connection_id" bigint not null, "user_id" bigint null, "body" text not null, "from_me" boolean not null, "read" boolean not null default false, "media_type" varchar(20) not null default 'chat', "media_key" varchar(200) null, "thumb_media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(100) null, "media_size" int null, "quoted_msg_id" bigint null, "is_deleted" boolean not null default false, "is_edited" boolean not null default false, "status" varchar(12) not null, "ack" smallint not null default 0, "error_code" varchar(60) null, "error_text" jsonb null, "client_message_id" uuid null, "provider_id" varchar(200) null, "participant" varchar(100) null, "reactions" jsonb not null default '[]', "data" jsonb null, "link_url" text null, "sent_at" timestamptz(3) not null, "leased_until" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "message_templates" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "name" varchar(512) not null, "language" varchar(20) not null, "category" varchar(30) not null, "status" varchar(30) not null, "reason" text null, "quality" varchar(20) null, "parameter_format" varchar(10) not null, "components" jsonb not null, "provider_id" varchar(100) not null default '', "synced_at" timestamptz(3) not null, "gone_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "note_mentions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "note_id" bigint not null, "user_id" bigint not null, "name" varchar(50) not null, "seen_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "outbox_jobs" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint null, "name" varchar(120) not null, "external" boolean not null default false, "priority" smallint not null default 0, "payload" jsonb not null, "key" varchar(200) null, "ordering_key" varchar(200) null, "run_at" timestamptz(3) not null default now(), "attempts" int not null default 0, "lost_starts" smallint not null default 0, "leased_until" timestamptz(3) null, "runner" int null, "last_error" text null, "failed_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "password_resets" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "code_hash" varchar(64) not null, "expires_at" timestamptz(3) not null, "attempts" int not null default 0, "used_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "plans" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "name" varchar(50) not null, "users" int not null, "connections" int not null, "queues" int not null, "leads_limit" int not null default 1000, "value" double precision not null, "is_public" boolean not null default true, "use_campaigns" boolean not null, "use_schedules" boolean not null, "use_internal_chat" boolean not null, "use_external_api" boolean not null, "use_kanban" boolean not null, "use_integrations" boolean not null, "use_ai_active" boolean not null, "use_sms" boolean not null, "use_leads" boolean not null)`,
    );
    this.addSql(
      `create table "prompts" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "prompt" text not null, "queue_id" bigint null, "url" varchar(2048) not null, "model" varchar(100) not null, "api_key" text null, "max_tokens" int not null, "temperature" double precision not null, "max_messages" int not null, "input_price" double precision not null, "output_price" double precision not null, "last_error" jsonb null)`,
    );
    this.addSql(
      `create table "push_preferences" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "muted" jsonb not null)`,
    );
    this.addSql(
      `create table "push_subscriptions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "session_id" bigint not null, "endpoint" varchar(2048) not null, "p256dh" varchar(100) not null, "auth" varchar(30) not null)`,
    );
    this.addSql(
      `create table "queues" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(50) not null, "color" varchar(9) not null, "greeting_message" text null, "out_of_hours_message" text null, "prompt_id" bigint null, "order_queue" int null, "first_response_target" int null, "resolution_target" int null, "schedules" jsonb null, "integration_id" bigint null)`,
    );
    this.addSql(
      `create table "queue_integrations" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "type" varchar(20) not null, "name" varchar(50) not null, "project_name" varchar(255) not null, "json_content" text null, "language" varchar(5) not null, "url_n8n" varchar(2048) not null default '', "typebot_slug" varchar(100) not null default '', "typebot_expires" int not null default 1, "typebot_delay_message" int not null default 1000, "typebot_keyword_finish" varchar(50) not null default '', "typebot_keyword_restart" varchar(50) not null default '', "typebot_restart_message" text not null default '', "typebot_unknown_message" text not null default '', "endpoint_id" bigint null)`,
    );
    this.addSql(
      `create table "queue_options" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "queue_id" bigint not null, "parent_id" bigint null, "title" varchar(100) not null, "message" text not null default '', "option" int not null)`,
    );
    this.addSql(
      `create table "quick_messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "shortcode" varchar(50) not null, "message" text not null default '', "geral" boolean not null default false, "status" boolean not null default true, "allow_view" boolean not null default true, "allow_edit" boolean not null default false, "user_id" bigint null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null)`,
    );
    this.addSql(
      `create table "report_exports" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "report" varchar(20) not null, "format" varchar(10) not null, "locale" varchar(10) not null, "filters" jsonb not null, "viewer" jsonb not null, "status" varchar(10) not null, "total" int not null default 0, "rows" int not null default 0, "media_key" varchar(200) null, "media_size" bigint null, "audit_entry" bigint not null, "expires_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "saved_views" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "page" varchar(20) not null default 'tickets', "name" varchar(50) not null, "query" text not null default '')`,
    );
    this.addSql(
      `create table "schedules" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "body" text not null, "contact_id" bigint not null, "connection_id" bigint null, "queue_id" bigint null, "user_id" bigint null, "send_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "status" text not null, "error_code" varchar(50) null, "error_text" jsonb null, "repetition" text not null default 'none', "repeat_until" date null, "repeat_from" timestamptz(3) not null, "file_list_id" bigint null, "template" jsonb null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null)`,
    );
    this.addSql(
      `create table "send_slots" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "recipient" varchar(150) not null, "busy_until" timestamptz(6) not null)`,
    );
    this.addSql(
      `create table "service_campaigns" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "kind" text not null, "name" varchar(100) not null, "prompt_id" bigint null, "connection_id" bigint not null, "template" jsonb null, "gateway" text null, "message" varchar(160) not null default '', "scheduled_at" timestamptz(3) null, "interval_seconds" int not null, "active" boolean not null default false, "run" int not null default 0, "last_error" jsonb null)`,
    );
    this.addSql(
      `create table "service_campaign_files" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "campaign_id" bigint not null, "name" varchar(220) not null, "media_key" varchar(200) not null)`,
    );
    this.addSql(
      `create table "service_recipients" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "campaign_id" bigint not null, "name" varchar(100) not null, "file_id" bigint null, "number" varchar(50) not null, "fields" jsonb not null, "status" text not null default 'waiting', "leased_until" timestamptz(3) null, "handled_at" timestamptz(3) null, "message_id" bigint null, "connection_id" bigint null, "body" text null, "attempts" smallint not null default 0, "replied_at" timestamptz(3) null, "provider_id" varchar(100) null, "error_text" jsonb null)`,
    );
    this.addSql(
      `create table "service_tokens" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "scopes" jsonb not null, "token_hash" varchar(64) null, "prefix" varchar(12) not null default '', "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "created_by" varchar(100) not null)`,
    );
    this.addSql(
      `create table "sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "sid" uuid not null, "user_id" bigint not null, "counter" int not null default 0, "expires_at" timestamptz(3) not null, "support_of" uuid null, "user_agent" varchar(300) null, "address" varchar(45) null, "ended_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "settings" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "key" varchar(60) not null, "value" text not null)`,
    );
    this.addSql(
      `create table "sms_gateways" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" text not null, "url" varchar(2048) not null, "login" varchar(100) not null, "token" text null)`,
    );
    this.addSql(
      `create table "tags" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "color" varchar(30) not null, "kanban" smallint not null default 0, "kanban_order" int null)`,
    );
    this.addSql(
      `create table "tickets" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "uuid" uuid not null, "code" int not null, "status" varchar(10) not null, "user_id" bigint null, "queue_id" bigint null, "connection_id" bigint not null, "contact_id" bigint not null, "is_group" boolean not null default false, "channel" varchar(20) not null, "unread_messages" int not null default 0, "last_message" text not null default '', "last_message_from_me" boolean not null default false, "last_message_ack" smallint not null default 0, "last_message_type" varchar(20) not null default 'chat', "last_message_at" timestamptz(3) not null default now(), "last_arrival_at" timestamptz(3) not null default now(), "use_integration" boolean not null default false, "window_until" timestamptz(3) null, "purged_until" timestamptz(3) null, "prompt_id" bigint null, "integration_id" bigint null, "bot_paused_at" timestamptz(3) null, "kanban_lane_id" bigint not null default '0', "kanban_position" numeric not null default extract(epoch from clock_timestamp()))`,
    );
    this.addSql(
      `create table "ticket_cycles" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "number" int not null, "queued_at" timestamptz(3) null, "started_at" timestamptz(3) null, "first_response_at" timestamptz(3) null, "finished_at" timestamptz(3) null, "queue_id" bigint null, "user_id" bigint null, "rating_asked_at" timestamptz(3) null, "rating" smallint null, "rated_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "ticket_notes" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "note" text not null, "ticket_id" bigint not null, "user_id" bigint null)`,
    );
    this.addSql(
      `create table "ticket_tags" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "tag_id" bigint not null)`,
    );
    this.addSql(
      `create table "two_factors" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "secret" text not null, "confirmed_at" timestamptz(3) null, "last_step" int not null default 0, "recovery_hashes" text[] not null)`,
    );
    this.addSql(
      `create table "typebot_sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "contact_id" bigint not null, "integration_id" bigint not null, "session_id" varchar(100) null, "question" jsonb null, "bubbles" jsonb not null default '[]', "asked_message_id" bigint null, "asked_attempt" int not null default 0, "answered_message_id" bigint not null default '0', "answered_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "undoable_actions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "user_id" bigint not null, "undo" jsonb not null)`,
    );
    this.addSql(
      `create table "usage_days" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "day" date not null, "messages_in" int not null, "messages_out" int not null, "media_bytes" bigint not null)`,
    );
    this.addSql(
      `create table "users" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(50) not null, "email" varchar(255) not null, "password_hash" varchar(255) null, "active" boolean not null default true, "access_hours" jsonb null, "two_factor" boolean not null default false, "last_seen_at" timestamptz(3) null, "profile" varchar(20) not null, "super" boolean not null default false, "all_ticket" varchar(10) not null default 'desabled', "connection_id" bigint null, "language" varchar(2) not null default 'pt', "paused_since" timestamptz(3) null, "pause_reason" varchar(60) null)`,
    );
    this.addSql(
      `create table "user_presence" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "node" uuid not null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(
      `create table "user_queues" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "queue_id" bigint not null)`,
    );
    this.addSql(
      `create table "webhook_deliveries" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "endpoint_id" bigint not null, "event_id" varchar(40) not null, "type" varchar(40) not null, "subject" varchar(60) not null, "contact_id" bigint null, "payload" jsonb not null, "status" varchar(10) not null, "attempts" int not null default 0, "response_status" int null, "excerpt" varchar(500) null, "answer" varchar(10) null, "duration_ms" int null, "attempted_at" timestamptz(3) null, "next_attempt_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "webhook_endpoints" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "url" varchar(2048) not null, "description" varchar(200) not null default '', "events" jsonb not null, "active" boolean not null, "integration" boolean not null default false, "secret" text null, "failing_since" timestamptz(3) null, "disabled_at" timestamptz(3) null, "removed_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create table "whatsapp_calls" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "method" varchar(20) not null, "args" jsonb not null, "claimed_at" timestamptz(3) null, "result" jsonb null)`,
    );
    this.addSql(
      `create table "whatsapp_keys" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "type" varchar(40) not null, "key_id" varchar(255) not null, "value" text not null)`,
    );
    this.addSql(
      `create table "whatsapp_messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "provider_id" varchar(150) not null, "external" varchar(150) not null, "chat" varchar(150) not null, "from_me" boolean not null, "participant" varchar(150) null, "content" text null)`,
    );
    this.addSql(
      `create table "whatsapp_sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "wanted" boolean not null, "generation" int not null default 0, "pair_number" varchar(20) null, "epoch" int not null default 0, "salt" varchar(32) not null, "creds" text null)`,
    );
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "companies" add constraint "companies_name_unique" unique ("name")`);
    this.addSql(`create index "connections_company_id_deleted_at_index" on "connections" ("company_id", "deleted_at")`);
    this.addSql(
      `alter table "connections" add constraint "connections_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "connections" add constraint "connections_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `alter table "connection_queues" add constraint "connection_queues_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "connection_queues" add constraint "connection_queues_company_id_connection_id_queue_id_unique" unique ("company_id", "connection_id", "queue_id")`,
    );
    this.addSql(`alter table "contacts" add constraint "contacts_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "contacts" add constraint "contacts_company_id_lid_unique" unique ("company_id", "lid")`);
    this.addSql(`alter table "cron_runs" add constraint "cron_runs_name_unique" unique ("name")`);
    this.addSql(`create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at")`);
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_company_id_key_unique" unique ("company_id", "key")`,
    );
    this.addSql(
      `alter table "inbox_events" add constraint "inbox_events_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "inbox_events" add constraint "inbox_events_connection_id_event_id_unique" unique ("connection_id", "event_id")`,
    );
    this.addSql(`create index "messages_ticket_index" on "messages" ("company_id", "ticket_id", "id")`);
    this.addSql(`create index "messages_page_index" on "messages" ("company_id", "contact_id", "id")`);
    this.addSql(`alter table "messages" add constraint "messages_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `alter table "messages" add constraint "messages_connection_id_provider_id_unique" unique ("connection_id", "provider_id")`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_company_id_client_message_id_unique" unique ("company_id", "client_message_id")`,
    );
    this.addSql(
      `create index "outbox_jobs_ordering_key_id_index" on "outbox_jobs" ("ordering_key", "id") where failed_at is null`,
    );
    this.addSql(`alter table "outbox_jobs" add constraint "outbox_jobs_key_unique" unique ("key")`);
    this.addSql(`alter table "plans" add constraint "plans_name_unique" unique ("name")`);
    this.addSql(`alter table "queues" add constraint "queues_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "queues" add constraint "queues_company_id_color_unique" unique ("company_id", "color")`);
    this.addSql(`alter table "queues" add constraint "queues_company_id_name_unique" unique ("company_id", "name")`);
    this.addSql(`alter table "sessions" add constraint "sessions_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "sessions" add constraint "sessions_sid_unique" unique ("sid")`);
    this.addSql(`alter table "settings" add constraint "settings_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "settings" add constraint "settings_company_id_key_unique" unique ("company_id", "key")`);
    this.addSql(`alter table "tags" add constraint "tags_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "tags" add constraint "tags_company_id_name_unique" unique ("company_id", "name")`);
    this.addSql(`create index "tickets_user_index" on "tickets" ("company_id", "user_id", "status")`);
    this.addSql(
      `create index "tickets_history_index" on "tickets" ("company_id", "contact_id", "connection_id", "id")`,
    );
    this.addSql(`create index "tickets_list_index" on "tickets" ("company_id", "status", "updated_at", "id")`);
    this.addSql(`alter table "tickets" add constraint "tickets_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "tickets" add constraint "tickets_company_id_code_unique" unique ("company_id", "code")`);
    this.addSql(`alter table "tickets" add constraint "tickets_uuid_unique" unique ("uuid")`);
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_company_id_ticket_id_number_unique" unique ("company_id", "ticket_id", "number")`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_company_id_ticket_id_tag_id_unique" unique ("company_id", "ticket_id", "tag_id")`,
    );
    this.addSql(`alter table "users" add constraint "users_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email")`);
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_company_id_user_id_queue_id_unique" unique ("company_id", "user_id", "queue_id")`,
    );
    this.addSql(
      `alter table "password_resets" add constraint "password_resets_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "password_resets" add constraint "password_resets_company_id_user_id_unique" unique ("company_id", "user_id")`,
    );
    this.addSql(
      `alter table "contacts" add constraint "contacts_company_id_number_unique" unique ("company_id", "number")`,
    );
    this.addSql(`alter table "leases" add constraint "leases_name_unique" unique ("name")`);
    this.addSql(
      `alter table "send_slots" add constraint "send_slots_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "send_slots" add constraint "send_slots_connection_id_recipient_unique" unique ("connection_id", "recipient")`,
    );
    this.addSql(
      `alter table "message_templates" add constraint "message_templates_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "message_templates" add constraint "message_templates_connection_id_name_language_unique" unique ("connection_id", "name", "language")`,
    );
    this.addSql(`create index "user_presence_expires_at_index" on "user_presence" ("expires_at")`);
    this.addSql(
      `alter table "user_presence" add constraint "user_presence_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "user_presence" add constraint "user_presence_company_id_user_id_node_unique" unique ("company_id", "user_id", "node")`,
    );
    this.addSql(`create index "ticket_notes_ticket_index" on "ticket_notes" ("company_id", "ticket_id", "id")`);
    this.addSql(
      `alter table "ticket_notes" add constraint "ticket_notes_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "quick_messages_company_id_shortcode_id_index" on "quick_messages" ("company_id", "shortcode", "id")`,
    );
    this.addSql(
      `create index "quick_messages_company_id_geral_user_id_index" on "quick_messages" ("company_id", "geral", "user_id")`,
    );
    this.addSql(
      `alter table "quick_messages" add constraint "quick_messages_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`create index "link_previews_expires_at_index" on "link_previews" ("expires_at")`);
    this.addSql(
      `alter table "link_previews" add constraint "link_previews_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "link_previews" add constraint "link_previews_company_id_url_unique" unique ("company_id", "url")`,
    );
    this.addSql(
      `alter table "contact_imports" add constraint "contact_imports_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "contacts_company_id_created_at_id_index" on "contacts" ("company_id", "created_at", "id")`,
    );
    this.addSql(
      `alter table "undoable_actions" add constraint "undoable_actions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`create index "audit_entries_age_index" on "audit_entries" ("created_at")`);
    this.addSql(
      `create index "audit_entries_subject_index" on "audit_entries" ("company_id", "subject", "created_at", "id")`,
    );
    this.addSql(
      `create index "audit_entries_user_index" on "audit_entries" ("company_id", "user_id", "created_at", "id")`,
    );
    this.addSql(
      `create index "audit_entries_kind_index" on "audit_entries" ("company_id", "kind", "created_at", "id")`,
    );
    this.addSql(`create index "audit_entries_page_index" on "audit_entries" ("company_id", "created_at", "id")`);
    this.addSql(
      `create index "note_mentions_user_index" on "note_mentions" ("company_id", "user_id", "seen_at", "id")`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_company_id_note_id_user_id_unique" unique ("company_id", "note_id", "user_id")`,
    );
    this.addSql(`create index "ticket_tags_tag_index" on "ticket_tags" ("company_id", "tag_id", "ticket_id")`);
    this.addSql(
      `create index "inbox_events_processed_at_index" on "inbox_events" ("processed_at") where processed_at is not null`,
    );
    this.addSql(`create index "tickets_arrival_index" on "tickets" ("company_id", "status", "last_arrival_at", "id")`);
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "outbox_jobs_external_company_id_priority_run_at_id_index" on "outbox_jobs" ("external", "company_id", "priority", "run_at", "id") where failed_at is null`,
    );
    this.addSql(
      `alter table "two_factors" add constraint "two_factors_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "two_factors" add constraint "two_factors_company_id_user_id_unique" unique ("company_id", "user_id")`,
    );
    this.addSql(
      `alter table "usage_days" add constraint "usage_days_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "usage_days" add constraint "usage_days_company_id_day_unique" unique ("company_id", "day")`,
    );
    this.addSql(`create index "sessions_support_of_index" on "sessions" ("support_of")`);
    this.addSql(`create index "file_lists_company_id_name_index" on "file_lists" ("company_id", "name")`);
    this.addSql(
      `alter table "file_lists" add constraint "file_lists_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "file_list_options_company_id_file_list_id_position_index" on "file_list_options" ("company_id", "file_list_id", "position")`,
    );
    this.addSql(
      `alter table "file_list_options" add constraint "file_list_options_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "helps" add constraint "helps_title_unique" unique ("title")`);
    this.addSql(`alter table "chats" add constraint "chats_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "chats" add constraint "chats_company_id_pair_unique" unique ("company_id", "pair")`);
    this.addSql(`alter table "chats" add constraint "chats_uuid_unique" unique ("uuid")`);
    this.addSql(`create index "chat_messages_page_index" on "chat_messages" ("company_id", "chat_id", "id")`);
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_company_id_client_message_id_unique" unique ("company_id", "client_message_id")`,
    );
    this.addSql(`create index "chat_users_user_index" on "chat_users" ("company_id", "user_id", "chat_id")`);
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_company_id_chat_id_user_id_unique" unique ("company_id", "chat_id", "user_id")`,
    );
    this.addSql(
      `alter table "service_tokens" add constraint "service_tokens_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "service_tokens" add constraint "service_tokens_token_hash_unique" unique ("token_hash")`);
    this.addSql(`create index "webhook_deliveries_age_index" on "webhook_deliveries" ("created_at")`);
    this.addSql(`create index "webhook_deliveries_contact_index" on "webhook_deliveries" ("company_id", "contact_id")`);
    this.addSql(
      `create index "webhook_deliveries_log_index" on "webhook_deliveries" ("company_id", "endpoint_id", "id")`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`create index "ticket_cycles_finished_index" on "ticket_cycles" ("company_id", "finished_at")`);
    this.addSql(`create index "daily_arrivals_day_index" on "daily_arrivals" ("company_id", "day")`);
    this.addSql(
      `alter table "daily_arrivals" add constraint "daily_arrivals_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "daily_figures" add constraint "daily_figures_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "figure_days" add constraint "figure_days_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "figure_days" add constraint "figure_days_company_id_day_unique" unique ("company_id", "day")`,
    );
    this.addSql(`create index "report_exports_expiry_index" on "report_exports" ("status", "expires_at")`);
    this.addSql(`create index "report_exports_user_index" on "report_exports" ("company_id", "user_id", "id")`);
    this.addSql(
      `alter table "report_exports" add constraint "report_exports_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_name_unique" unique ("company_id", "user_id", "page", "name")`,
    );
    this.addSql(`create index "ticket_cycles_arrival_index" on "ticket_cycles" ("company_id", "created_at")`);
    this.addSql(
      `create index "contact_tags_company_id_tag_id_contact_id_index" on "contact_tags" ("company_id", "tag_id", "contact_id")`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_company_id_contact_id_tag_id_unique" unique ("company_id", "contact_id", "tag_id")`,
    );
    this.addSql(`alter table "lead_opt_outs" add constraint "lead_opt_outs_cnpj_unique" unique ("cnpj")`);
    this.addSql(`create index "lead_uses_month_index" on "lead_uses" ("month")`);
    this.addSql(`alter table "lead_uses" add constraint "lead_uses_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `alter table "lead_uses" add constraint "lead_uses_company_id_month_cnpj_unique" unique ("company_id", "month", "cnpj")`,
    );
    this.addSql(`create index "daily_figures_day_index" on "daily_figures" ("company_id", "scope", "day")`);
    this.addSql(
      `create index "daily_arrivals_arrived_index" on "daily_arrivals" ("company_id", "scope", "arrived_on")`,
    );
    this.addSql(`alter table "holidays" add constraint "holidays_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `create index "queue_options_level_index" on "queue_options" ("company_id", "queue_id", "parent_id", "option")`,
    );
    this.addSql(
      `alter table "queue_options" add constraint "queue_options_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "queue_integrations_company_id_endpoint_id_index" on "queue_integrations" ("company_id", "endpoint_id")`,
    );
    this.addSql(
      `create index "queue_integrations_company_id_name_index" on "queue_integrations" ("company_id", "name")`,
    );
    this.addSql(
      `alter table "queue_integrations" add constraint "queue_integrations_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "typebot_sessions_company_id_integration_id_index" on "typebot_sessions" ("company_id", "integration_id")`,
    );
    this.addSql(
      `create index "typebot_sessions_company_id_contact_id_index" on "typebot_sessions" ("company_id", "contact_id")`,
    );
    this.addSql(
      `create index "typebot_sessions_company_id_ticket_id_id_index" on "typebot_sessions" ("company_id", "ticket_id", "id")`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "assistant_months" add constraint "assistant_months_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "assistant_months" add constraint "assistant_months_company_id_month_unique" unique ("company_id", "month")`,
    );
    this.addSql(
      `create index "knowledge_passages_company_id_prompt_id_index" on "knowledge_passages" ("company_id", "prompt_id")`,
    );
    this.addSql(
      `alter table "knowledge_passages" add constraint "knowledge_passages_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "knowledge_passages" add constraint "knowledge_passages_company_id_source_id_position_unique" unique ("company_id", "source_id", "position")`,
    );
    this.addSql(
      `create index "knowledge_sources_company_id_prompt_id_index" on "knowledge_sources" ("company_id", "prompt_id")`,
    );
    this.addSql(
      `alter table "knowledge_sources" add constraint "knowledge_sources_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`create index "prompts_company_id_queue_id_index" on "prompts" ("company_id", "queue_id")`);
    this.addSql(`alter table "prompts" add constraint "prompts_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "prompts" add constraint "prompts_company_id_name_unique" unique ("company_id", "name")`);
    this.addSql(
      `alter table "bot_sessions" add constraint "bot_sessions_company_id_cycle_id_unique" unique ("company_id", "cycle_id")`,
    );
    this.addSql(
      `alter table "bot_sessions" add constraint "bot_sessions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`create index "bot_choices_session_index" on "bot_choices" ("company_id", "session_id")`);
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`create index "schedules_company_id_file_list_id_index" on "schedules" ("company_id", "file_list_id")`);
    this.addSql(`create index "schedules_company_id_queue_id_index" on "schedules" ("company_id", "queue_id")`);
    this.addSql(
      `create index "schedules_company_id_user_id_send_at_index" on "schedules" ("company_id", "user_id", "send_at")`,
    );
    this.addSql(
      `create index "schedules_company_id_contact_id_send_at_index" on "schedules" ("company_id", "contact_id", "send_at")`,
    );
    this.addSql(`create index "schedules_company_id_send_at_id_index" on "schedules" ("company_id", "send_at", "id")`);
    this.addSql(`alter table "schedules" add constraint "schedules_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `create index "contacts_company_id_name_id_index" on "contacts" ("company_id", "name", "id") where erased_at is null`,
    );
    this.addSql(
      `alter table "contact_lists" add constraint "contact_lists_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_lists" add constraint "contact_lists_company_id_name_unique" unique ("company_id", "name")`,
    );
    this.addSql(
      `create index "contact_list_imports_company_id_contact_list_id_id_index" on "contact_list_imports" ("company_id", "contact_list_id", "id")`,
    );
    this.addSql(
      `alter table "contact_list_imports" add constraint "contact_list_imports_company_id_id_unique" unique ("company_id", "id")`,
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
    this.addSql(`create index "contact_list_refusals_created_at_index" on "contact_list_refusals" ("created_at")`);
    this.addSql(
      `alter table "contact_list_refusals" add constraint "contact_list_refusals_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "contact_list_refusals" add constraint "contact_list_refusals_company_id_import_id_line_unique" unique ("company_id", "import_id", "line")`,
    );
    this.addSql(`create index "campaigns_company_id_tag_id_index" on "campaigns" ("company_id", "tag_id")`);
    this.addSql(`create index "campaigns_company_id_queue_id_index" on "campaigns" ("company_id", "queue_id")`);
    this.addSql(`create index "campaigns_company_id_file_list_id_index" on "campaigns" ("company_id", "file_list_id")`);
    this.addSql(`create index "campaigns_company_id_tag_list_id_index" on "campaigns" ("company_id", "tag_list_id")`);
    this.addSql(
      `create index "campaigns_company_id_contact_list_id_index" on "campaigns" ("company_id", "contact_list_id")`,
    );
    this.addSql(
      `create index "campaigns_company_id_connection_id_index" on "campaigns" ("company_id", "connection_id")`,
    );
    this.addSql(`alter table "campaigns" add constraint "campaigns_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `alter table "campaign_settings" add constraint "campaign_settings_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "campaign_settings" add constraint "campaign_settings_company_id_unique" unique ("company_id")`,
    );
    this.addSql(
      `create index "campaign_shipments_company_id_connection_id_provider_id_index" on "campaign_shipments" ("company_id", "connection_id", "provider_id")`,
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
    this.addSql(
      `create index "service_campaigns_company_id_connection_id_index" on "service_campaigns" ("company_id", "connection_id")`,
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
      `alter table "service_campaign_files" add constraint "service_campaign_files_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "service_campaign_files" add constraint "service_campaign_files_company_id_campaign_id_name_unique" unique ("company_id", "campaign_id", "name")`,
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
      `alter table "sms_gateways" add constraint "sms_gateways_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "sms_gateways" add constraint "sms_gateways_company_id_name_unique" unique ("company_id", "name")`,
    );
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_id_index" on "campaign_shipments" ("company_id", "campaign_id", "id")`,
    );
    this.addSql(
      `alter table "whatsapp_sessions" add constraint "whatsapp_sessions_connection_id_unique" unique ("connection_id")`,
    );
    this.addSql(
      `alter table "whatsapp_keys" add constraint "whatsapp_keys_connection_id_type_key_id_unique" unique ("connection_id", "type", "key_id")`,
    );
    this.addSql(
      `alter table "whatsapp_messages" add constraint "whatsapp_messages_connection_id_provider_id_unique" unique ("connection_id", "provider_id")`,
    );
    this.addSql(`create index "whatsapp_messages_created_at_index" on "whatsapp_messages" ("created_at")`);
    this.addSql(
      `create index "whatsapp_messages_company_id_external_index" on "whatsapp_messages" ("company_id", "external")`,
    );
    this.addSql(`create index "whatsapp_calls_connection_id_id_index" on "whatsapp_calls" ("connection_id", "id")`);
    this.addSql(`create index "whatsapp_calls_created_at_index" on "whatsapp_calls" ("created_at")`);
    this.addSql(
      `alter table "whatsapp_sessions" add constraint "whatsapp_sessions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "whatsapp_keys" add constraint "whatsapp_keys_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "whatsapp_messages" add constraint "whatsapp_messages_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "whatsapp_calls" add constraint "whatsapp_calls_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_index" on "campaign_shipments" ("company_id", "campaign_id") where status in ('sending', 'uncertain')`,
    );
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_position_index" on "campaign_shipments" ("company_id", "campaign_id", "position") where status = 'queued'`,
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
    this.addSql(`create index "import_refusals_import_id_id_index" on "import_refusals" ("import_id", "id")`);
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_company_id_user_id_unique" unique ("company_id", "user_id")`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_company_id_session_id_unique" unique ("company_id", "session_id")`,
    );
    this.addSql(
      `create index "outbox_jobs_failed_at_id_index" on "outbox_jobs" ("failed_at", "id") where failed_at is not null`,
    );
    this.addSql(
      `create index "inbox_events_company_id_connection_id_created_at_index" on "inbox_events" ("company_id", "connection_id", "created_at") where processed_at is null and payload->>'kind' in ('status', 'statuses')`,
    );
    this.addSql(
      `create index "service_recipients_company_id_connection_id_provider_id_index" on "service_recipients" ("company_id", "connection_id", "provider_id")`,
    );
    this.addSql(
      `create index "service_recipients_company_id_message_id_index" on "service_recipients" ("company_id", "message_id")`,
    );
    this.addSql(`alter table "assistant_months" enable row level security`);
    this.addSql(`alter table "assistant_months" force row level security`);
    this.addSql(`create policy "platform" on "assistant_months" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "assistant_months" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "assistant_months_company_policy" on "assistant_months" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "bot_choices" enable row level security`);
    this.addSql(`alter table "bot_choices" force row level security`);
    this.addSql(`create policy "platform" on "bot_choices" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "bot_choices" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "bot_choices_company_policy" on "bot_choices" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "bot_sessions" enable row level security`);
    this.addSql(`alter table "bot_sessions" force row level security`);
    this.addSql(`create policy "platform" on "bot_sessions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "bot_sessions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "bot_sessions_company_policy" on "bot_sessions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "chats" enable row level security`);
    this.addSql(`alter table "chats" force row level security`);
    this.addSql(`create policy "platform" on "chats" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "chats" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "chats_company_policy" on "chats" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "chat_messages" enable row level security`);
    this.addSql(`alter table "chat_messages" force row level security`);
    this.addSql(`create policy "platform" on "chat_messages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "chat_messages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "chat_messages_company_policy" on "chat_messages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "chat_users" enable row level security`);
    this.addSql(`alter table "chat_users" force row level security`);
    this.addSql(`create policy "platform" on "chat_users" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "chat_users" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "chat_users_company_policy" on "chat_users" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "contact_imports" enable row level security`);
    this.addSql(`alter table "contact_imports" force row level security`);
    this.addSql(`create policy "platform" on "contact_imports" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contact_imports" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_imports_company_policy" on "contact_imports" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "contact_tags" enable row level security`);
    this.addSql(`alter table "contact_tags" force row level security`);
    this.addSql(`create policy "platform" on "contact_tags" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "contact_tags" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contact_tags_company_policy" on "contact_tags" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "daily_arrivals" enable row level security`);
    this.addSql(`alter table "daily_arrivals" force row level security`);
    this.addSql(`create policy "platform" on "daily_arrivals" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "daily_arrivals" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "daily_arrivals_company_policy" on "daily_arrivals" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "daily_figures" enable row level security`);
    this.addSql(`alter table "daily_figures" force row level security`);
    this.addSql(`create policy "platform" on "daily_figures" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "daily_figures" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "daily_figures_company_policy" on "daily_figures" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "figure_days" enable row level security`);
    this.addSql(`alter table "figure_days" force row level security`);
    this.addSql(`create policy "platform" on "figure_days" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "figure_days" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "figure_days_company_policy" on "figure_days" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "file_lists" enable row level security`);
    this.addSql(`alter table "file_lists" force row level security`);
    this.addSql(`create policy "platform" on "file_lists" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "file_lists" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "file_lists_company_policy" on "file_lists" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "file_list_options" enable row level security`);
    this.addSql(`alter table "file_list_options" force row level security`);
    this.addSql(`create policy "platform" on "file_list_options" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "file_list_options" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "file_list_options_company_policy" on "file_list_options" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "holidays" enable row level security`);
    this.addSql(`alter table "holidays" force row level security`);
    this.addSql(`create policy "platform" on "holidays" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "holidays" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "holidays_company_policy" on "holidays" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "import_ids" enable row level security`);
    this.addSql(`alter table "import_ids" force row level security`);
    this.addSql(`create policy "platform" on "import_ids" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "import_ids" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "import_ids_company_policy" on "import_ids" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "knowledge_passages" enable row level security`);
    this.addSql(`alter table "knowledge_passages" force row level security`);
    this.addSql(`create policy "platform" on "knowledge_passages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "knowledge_passages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "knowledge_passages_company_policy" on "knowledge_passages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "knowledge_sources" enable row level security`);
    this.addSql(`alter table "knowledge_sources" force row level security`);
    this.addSql(`create policy "platform" on "knowledge_sources" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "knowledge_sources" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "knowledge_sources_company_policy" on "knowledge_sources" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "link_previews" enable row level security`);
    this.addSql(`alter table "link_previews" force row level security`);
    this.addSql(`create policy "platform" on "link_previews" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "link_previews" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "link_previews_company_policy" on "link_previews" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "message_templates" enable row level security`);
    this.addSql(`alter table "message_templates" force row level security`);
    this.addSql(`create policy "platform" on "message_templates" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "message_templates" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "message_templates_company_policy" on "message_templates" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "note_mentions" enable row level security`);
    this.addSql(`alter table "note_mentions" force row level security`);
    this.addSql(`create policy "platform" on "note_mentions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "note_mentions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "note_mentions_company_policy" on "note_mentions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "outbox_jobs" enable row level security`);
    this.addSql(`alter table "outbox_jobs" force row level security`);
    this.addSql(`create policy "platform" on "outbox_jobs" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company" on "outbox_jobs" to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "password_resets" enable row level security`);
    this.addSql(`alter table "password_resets" force row level security`);
    this.addSql(`create policy "platform" on "password_resets" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "password_resets" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "password_resets_company_policy" on "password_resets" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "prompts" enable row level security`);
    this.addSql(`alter table "prompts" force row level security`);
    this.addSql(`create policy "platform" on "prompts" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "prompts" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "prompts_company_policy" on "prompts" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "push_preferences" enable row level security`);
    this.addSql(`alter table "push_preferences" force row level security`);
    this.addSql(`create policy "platform" on "push_preferences" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "push_preferences" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "push_preferences_company_policy" on "push_preferences" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "push_subscriptions" enable row level security`);
    this.addSql(`alter table "push_subscriptions" force row level security`);
    this.addSql(`create policy "platform" on "push_subscriptions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "push_subscriptions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "push_subscriptions_company_policy" on "push_subscriptions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "queue_integrations" enable row level security`);
    this.addSql(`alter table "queue_integrations" force row level security`);
    this.addSql(`create policy "platform" on "queue_integrations" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "queue_integrations" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "queue_integrations_company_policy" on "queue_integrations" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "queue_options" enable row level security`);
    this.addSql(`alter table "queue_options" force row level security`);
    this.addSql(`create policy "platform" on "queue_options" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "queue_options" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "queue_options_company_policy" on "queue_options" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "quick_messages" enable row level security`);
    this.addSql(`alter table "quick_messages" force row level security`);
    this.addSql(`create policy "platform" on "quick_messages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "quick_messages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "quick_messages_company_policy" on "quick_messages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "report_exports" enable row level security`);
    this.addSql(`alter table "report_exports" force row level security`);
    this.addSql(`create policy "platform" on "report_exports" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "report_exports" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "report_exports_company_policy" on "report_exports" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "saved_views" enable row level security`);
    this.addSql(`alter table "saved_views" force row level security`);
    this.addSql(`create policy "platform" on "saved_views" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "saved_views" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "saved_views_company_policy" on "saved_views" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "schedules" enable row level security`);
    this.addSql(`alter table "schedules" force row level security`);
    this.addSql(`create policy "platform" on "schedules" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "schedules" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "schedules_company_policy" on "schedules" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "send_slots" enable row level security`);
    this.addSql(`alter table "send_slots" force row level security`);
    this.addSql(`create policy "platform" on "send_slots" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "send_slots" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "send_slots_company_policy" on "send_slots" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "service_tokens" enable row level security`);
    this.addSql(`alter table "service_tokens" force row level security`);
    this.addSql(`create policy "platform" on "service_tokens" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "service_tokens" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "service_tokens_company_policy" on "service_tokens" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "sms_gateways" enable row level security`);
    this.addSql(`alter table "sms_gateways" force row level security`);
    this.addSql(`create policy "platform" on "sms_gateways" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "sms_gateways" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "sms_gateways_company_policy" on "sms_gateways" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "ticket_notes" enable row level security`);
    this.addSql(`alter table "ticket_notes" force row level security`);
    this.addSql(`create policy "platform" on "ticket_notes" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "ticket_notes" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "ticket_notes_company_policy" on "ticket_notes" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "two_factors" enable row level security`);
    this.addSql(`alter table "two_factors" force row level security`);
    this.addSql(`create policy "platform" on "two_factors" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "two_factors" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "two_factors_company_policy" on "two_factors" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "typebot_sessions" enable row level security`);
    this.addSql(`alter table "typebot_sessions" force row level security`);
    this.addSql(`create policy "platform" on "typebot_sessions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "typebot_sessions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "typebot_sessions_company_policy" on "typebot_sessions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "undoable_actions" enable row level security`);
    this.addSql(`alter table "undoable_actions" force row level security`);
    this.addSql(`create policy "platform" on "undoable_actions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "undoable_actions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "undoable_actions_company_policy" on "undoable_actions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "usage_days" enable row level security`);
    this.addSql(`alter table "usage_days" force row level security`);
    this.addSql(`create policy "platform" on "usage_days" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "usage_days" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "usage_days_company_policy" on "usage_days" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "user_presence" enable row level security`);
    this.addSql(`alter table "user_presence" force row level security`);
    this.addSql(`create policy "platform" on "user_presence" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "user_presence" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "user_presence_company_policy" on "user_presence" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "webhook_deliveries" enable row level security`);
    this.addSql(`alter table "webhook_deliveries" force row level security`);
    this.addSql(`create policy "platform" on "webhook_deliveries" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "webhook_deliveries" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "webhook_deliveries_company_policy" on "webhook_deliveries" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "webhook_endpoints" enable row level security`);
    this.addSql(`alter table "webhook_endpoints" force row level security`);
    this.addSql(`create policy "platform" on "webhook_endpoints" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "webhook_endpoints" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "webhook_endpoints_company_policy" on "webhook_endpoints" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "whatsapp_calls" enable row level security`);
    this.addSql(`alter table "whatsapp_calls" force row level security`);
    this.addSql(`create policy "platform" on "whatsapp_calls" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "whatsapp_calls" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "whatsapp_calls_company_policy" on "whatsapp_calls" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "whatsapp_keys" enable row level security`);
    this.addSql(`alter table "whatsapp_keys" force row level security`);
    this.addSql(`create policy "platform" on "whatsapp_keys" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "whatsapp_keys" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "whatsapp_keys_company_policy" on "whatsapp_keys" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "whatsapp_messages" enable row level security`);
    this.addSql(`alter table "whatsapp_messages" force row level security`);
    this.addSql(`create policy "platform" on "whatsapp_messages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "whatsapp_messages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "whatsapp_messages_company_policy" on "whatsapp_messages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "whatsapp_sessions" enable row level security`);
    this.addSql(`alter table "whatsapp_sessions" force row level security`);
    this.addSql(`create policy "platform" on "whatsapp_sessions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "whatsapp_sessions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "whatsapp_sessions_company_policy" on "whatsapp_sessions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "companies" add constraint "companies_plan_id_fk" foreign key ("plan_id") references "plans" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "users" add constraint "users_company_id_fk" foreign key ("company_id") references "companies" ("id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_figures" add constraint "daily_figures_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_figures" add constraint "daily_figures_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_arrivals" add constraint "daily_arrivals_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_arrivals" add constraint "daily_arrivals_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
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
      `alter table "contact_tags" add constraint "contact_tags_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "contact_tags" add constraint "contact_tags_tag_id_fk" foreign key ("company_id", "tag_id") references "tags" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "ticket_tags" add constraint "ticket_tags_tag_id_fk" foreign key ("company_id", "tag_id") references "tags" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "messages" add constraint "messages_quoted_msg_id_fk" foreign key ("company_id", "quoted_msg_id") references "messages" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "queue_options" add constraint "queue_options_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "queue_options" add constraint "queue_options_parent_id_fk" foreign key ("company_id", "parent_id") references "queue_options" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_sessions" add constraint "bot_sessions_cycle_id_fk" foreign key ("company_id", "cycle_id") references "ticket_cycles" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_session_id_fk" foreign key ("company_id", "session_id") references "bot_sessions" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_option_id_fk" foreign key ("company_id", "option_id") references "queue_options" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "queue_integrations" add constraint "queue_integrations_endpoint_id_fk" foreign key ("company_id", "endpoint_id") references "webhook_endpoints" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "prompts" add constraint "prompts_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "service_campaigns" add constraint "service_campaigns_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "service_campaigns" add constraint "service_campaigns_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
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
    this.addSql(
      `alter table "service_recipients" add constraint "service_recipients_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
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
    this.addSql(
      `alter table "file_lists" add constraint "file_lists_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
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
      `alter table "campaign_shipments" add constraint "campaign_shipments_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chats" add constraint "chats_owner_id_fk" foreign key ("company_id", "owner_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_chat_id_fk" foreign key ("company_id", "chat_id") references "chats" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_chat_id_fk" foreign key ("company_id", "chat_id") references "chats" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_sender_id_fk" foreign key ("company_id", "sender_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_quoted_id_fk" foreign key ("company_id", "quoted_id") references "chat_messages" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "undoable_actions" add constraint "undoable_actions_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "knowledge_sources" add constraint "knowledge_sources_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "knowledge_passages" add constraint "knowledge_passages_source_id_fk" foreign key ("company_id", "source_id") references "knowledge_sources" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "knowledge_passages" add constraint "knowledge_passages_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_fk" foreign key ("company_id", "endpoint_id") references "webhook_endpoints" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "whatsapp_sessions" add constraint "whatsapp_sessions_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "whatsapp_keys" add constraint "whatsapp_keys_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "whatsapp_messages" add constraint "whatsapp_messages_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "whatsapp_calls" add constraint "whatsapp_calls_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "inbox_events" add constraint "inbox_events_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "send_slots" add constraint "send_slots_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "message_templates" add constraint "message_templates_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "file_list_options" add constraint "file_list_options_file_list_id_fk" foreign key ("company_id", "file_list_id") references "file_lists" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_session_id_fk" foreign key ("company_id", "session_id") references "sessions" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "quick_messages" add constraint "quick_messages_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_file_list_id_fk" foreign key ("company_id", "file_list_id") references "file_lists" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_notes" add constraint "ticket_notes_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_notes" add constraint "ticket_notes_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_note_id_fk" foreign key ("company_id", "note_id") references "ticket_notes" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
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
    this.addSql(
      `alter table "password_resets" add constraint "password_resets_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "two_factors" add constraint "two_factors_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "holidays" add constraint "holidays_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "user_presence" add constraint "user_presence_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "user_queues" add constraint "user_queues_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "queues" add constraint "queues_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete set null ("integration_id")`,
    );
    this.addSql(
      `alter table "connections" add constraint "connections_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete set null ("integration_id")`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete set null ("integration_id")`,
    );
    this.addSql(
      `create index "tickets_integration_index" on "tickets" ("company_id", "integration_id") where "integration_id" is not null`,
    );
    this.addSql(
      `create index "chat_messages_quoted_index" on "chat_messages" ("company_id", "quoted_id") where "quoted_id" is not null`,
    );
    this.addSql(`create index "chat_messages_sender_index" on "chat_messages" ("company_id", "sender_id")`);
    this.addSql(
      `create unique index "holidays_date_unique" on "holidays" ("company_id", "date", coalesce("queue_id", 0))`,
    );
    this.addSql(
      `create index "audit_entries_platform_index" on "audit_entries" ("created_at", "id") where "scope" <> 'company'`,
    );
    this.addSql(
      `alter table "users" add constraint "users_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete set null ("connection_id")`,
    );
    this.addSql(
      `create unique index "connections_name_unique" on "connections" ("company_id", "name") where "deleted_at" is null`,
    );
    this.addSql(
      `create unique index "connections_default_unique" on "connections" ("company_id") where "is_default" and "deleted_at" is null`,
    );
    this.addSql(
      `create unique index "connections_phone_live_unique" on "connections" ("facebook_user_id") where "deleted_at" is null and "status" <> 'DISCONNECTED'`,
    );
    this.addSql(
      `create index "connections_timers_index" on "connections" ("company_id", "id") where "deleted_at" is null and ("expires_ticket" > 0 or "time_to_transfer" > 0)`,
    );
    this.addSql(
      `create unique index "connections_phone_company_unique" on "connections" ("company_id", "facebook_user_id") where "deleted_at" is null`,
    );
    this.addSql(
      `create unique index "report_exports_running_unique" on "report_exports" ("company_id", "user_id") where "status" in ('waiting', 'running')`,
    );
    this.addSql(
      `create index "users_access_hours_index" on "users" ("company_id", "id") where "access_hours" is not null`,
    );
    this.addSql(`create index "sessions_over_index" on "sessions" (coalesce("ended_at", "expires_at"))`);
    this.addSql(
      `create index "messages_quoted_index" on "messages" ("company_id", "quoted_msg_id") where "quoted_msg_id" is not null`,
    );
    this.addSql(`create index "messages_created_index" on "messages" using brin ("created_at")`);
    this.addSql(
      `create index "messages_media_index" on "messages" ("company_id", "media_key") where "media_key" is not null`,
    );
    this.addSql(
      `alter table "messages" add column "words" tsvector generated always as (case when not "is_deleted" then public.search_words("company_id", "body") end) stored`,
    );
    this.addSql(
      `create index "messages_words_index" on "messages" using gin ("words") with (gin_pending_list_limit = 512)`,
    );
    this.addSql(`create or replace function public.search_messages(company bigint, search text) returns table (message_id bigint, ticket_id bigint) language plpgsql stable strict parallel restricted set work_mem = '32MB' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set enable_incremental_sort = off rows 1000 security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted tsquery := public.search_query(company, search);
  newest bigint;
  oldest bigint;
  seen bigint;
  ids bigint[];
  tickets bigint[];
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  if wanted is null then return; end if;
  select max(e.id), min(e.id) into newest, oldest
  from ((select m.id from public.messages m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, 9223372036854775807) order by m.company_id desc, m.id desc limit 1) union all (select m.id from public.messages m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, 9223372036854775807) order by m.company_id, m.id limit 1)) e;
  select count(distinct n.id) into seen
  from generate_series(0, 9) place,
    lateral (select m.id, m.words from public.messages m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, newest - (newest - oldest) / 10 * place) order by m.company_id desc, m.id desc limit 50) n
  where n.words @@ wanted;
  if seen < 12 then
    select array_agg(f.id), array_agg(f.ticket_id) into ids, tickets
    from (select m.id, m.ticket_id, m.company_id from public.messages m where m.words @@ wanted limit 5000) f
    where f.company_id = company;
    if coalesce(array_length(ids, 1), 0) < 5000 then
      return query select f.id, f.ticket from unnest(ids, tickets) f (id, ticket) order by f.id desc limit 1000;
      return;
    end if;
  end if;
  return query
    select n.id, n.ticket_id
    from (select m.id, m.ticket_id, m.words from public.messages m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, 9223372036854775807) order by m.company_id desc, m.id desc limit 20000) n
    where n.words @@ wanted limit 1000;
end$$`);
    this.addSql(`alter function public.search_messages(bigint, text) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_messages(bigint, text) from public`);
    this.addSql(`grant execute on function public.search_messages(bigint, text) to atende_app`);
    this.addSql(
      `create unique index "tickets_one_open_unique" on "tickets" ("company_id", "contact_id", "connection_id") where "status" <> 'closed'`,
    );
    this.addSql(
      `create index "tickets_kanban_index" on "tickets" ("company_id", "kanban_lane_id", "kanban_position", "id") include ("status", "user_id", "queue_id") where "status" <> 'closed'`,
    );
    this.addSql(
      `create index "tickets_retention_index" on "tickets" ("company_id", "created_at") where "status" = 'closed' and ("purged_until" is null or "purged_until" < "updated_at")`,
    );
    this.addSql(
      `alter table "knowledge_passages" add column "words" tsvector generated always as (public.search_words("company_id", "text")) stored`,
    );
    this.addSql(`create index "knowledge_passages_words_index" on "knowledge_passages" using gin ("words")`);
    this.addSql(`create or replace function public.search_knowledge(company bigint, prompt bigint, question text) returns table (passage_id bigint) language plpgsql stable strict parallel restricted set work_mem = '32MB' set plan_cache_mode = force_custom_plan rows 6 security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked text[] := tsvector_to_array(public.search_words(company, question));
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  return query
    with found as materialized (
      select a.word, p.id from unnest(asked) a (word) cross join lateral (
        select k.id from public.knowledge_passages k
        where k.words @@ quote_literal(a.word)::tsquery and k.company_id = company and k.prompt_id = prompt
        limit 5000) p),
    frequencies as (select f.word, count(*) as passages from found f group by f.word),
    rarest as (
      select word, passages, sum(passages) over (order by passages, word) as together from frequencies),
    candidates as (
      select distinct f.id from found f join rarest r on r.word = f.word
      where r.together <= 5000 or r.together = r.passages),
    hits as (
      select p.id, w.word from candidates c join public.knowledge_passages p on p.company_id = company and p.id = c.id
      cross join lateral unnest(tsvector_to_array(p.words)) w (word) where w.word = any(asked))
    select h.id from hits h join frequencies q on q.word = h.word
    group by h.id order by sum(ln(1 + (select count(*) from candidates)::float8 / q.passages)) desc, h.id limit 6;
end$$`);
    this.addSql(`alter function public.search_knowledge(bigint, bigint, text) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_knowledge(bigint, bigint, text) from public`);
    this.addSql(`grant execute on function public.search_knowledge(bigint, bigint, text) to atende_app`);
    this.addSql(
      `alter table "queues" add constraint "queues_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete set null ("prompt_id")`,
    );
    this.addSql(
      `alter table "connections" add constraint "connections_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete set null ("prompt_id")`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete set null ("prompt_id")`,
    );
    this.addSql(
      `create index "tickets_prompt_index" on "tickets" ("company_id", "prompt_id") where "prompt_id" is not null`,
    );
    this.addSql(
      `alter table "contacts" add column "search_text" text generated always as (public.search_text("name"::text) || ' ' || "number") stored`,
    );
    this.addSql(
      `create index "contacts_search_index" on "contacts" using gin ("company_id", "search_text" public.gin_trgm_ops)`,
    );
    this.addSql(`create or replace function public.search_contacts(company bigint, parts text[], skipped int, most int, counting boolean) returns table (ids bigint[], total int) language plpgsql stable strict parallel restricted set work_mem = '32MB' set plan_cache_mode = force_custom_plan rows 1 security definer set search_path = pg_catalog, pg_temp as $$
declare
  patterns text[];
  short boolean;
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  select array_agg('%' || regexp_replace(public.search_text(left(p, 200)), '([\\\\%_])', '\\\\\\1', 'g') || '%'), bool_or(length(p) < 3)
  into patterns, short from unnest(parts) p;
  total := 1001;
  if short then
    ids := array(select n.id from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 20000) n
    where n.search_text like any (patterns) limit most offset skipped);
    if cardinality(ids) < most and skipped = 0 then total := cardinality(ids);
    elsif counting then total := (select count(*) from (select 1 from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 20000) n
    where n.search_text like any (patterns) limit 1001) f); end if;
    return next;
    return;
  end if;
  if skipped + most < 1000 then
    ids := array(select n.id from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 1000) n
    where n.search_text like any (patterns) limit most offset skipped);
  end if;
  if ids is null or cardinality(ids) < most then
    with found as materialized (
      select c.id, c.name from public.contacts c where c.company_id = company and c.erased_at is null and c.search_text like any (patterns) limit 20000
    ) select array(select f.id from found f order by f.name, f.id limit most offset skipped), (select count(*) from found) into ids, total;
  elsif counting then
    total := (select count(*) from (select 1 from public.contacts c where c.company_id = company and c.erased_at is null and c.search_text like any (patterns) limit 1001) f);
  end if;
  return next;
end$$`);
    this.addSql(`alter function public.search_contacts(bigint, text[], int, int, boolean) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_contacts(bigint, text[], int, int, boolean) from public`);
    this.addSql(`grant execute on function public.search_contacts(bigint, text[], int, int, boolean) to atende_app`);
    // the imported data of leads: read by all, written by the owner only (src/modules/contacts/leads/import)
    this.addSql(`create schema "leads"`);
    this.addSql(
      `create table "leads"."generations" ("id" serial primary key, "source" text not null, "source_date" date null, "started_at" timestamptz(3) not null default now(), "shown_at" timestamptz(3) null, "companies" int not null default 0)`,
    );
    this.addSql(
      `create table "leads"."files" ("generation" int not null references "leads"."generations" ("id") on delete cascade, "name" text not null, "kind" text not null, "mark" text not null, "rows" bigint not null, primary key ("generation", "name"))`,
    );
    this.addSql(`grant usage on schema "leads" to "atende_app", "atende_platform"`);
    this.addSql(`grant select on "leads"."generations" to "atende_app", "atende_platform"`);
    // for `analyze` when a campaign begins: the statistics of its shipments are of an empty table
    this.addSql(`grant maintain on table "campaign_shipments" to atende_app`);
  }
}
