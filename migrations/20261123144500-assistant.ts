import { Migration } from '@mikro-orm/migrations';

export class Migration20261123144500 extends Migration {
  override name = '20261123144500-assistant';

  override up(): void {
    this.addSql(
      `create table "assistant_months" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "month" date not null, "requests" int not null, "input_tokens" bigint not null, "output_tokens" bigint not null, "cost" double precision not null)`,
    );
    this.addSql(
      `alter table "assistant_months" add constraint "assistant_months_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "assistant_months" add constraint "assistant_months_company_id_month_unique" unique ("company_id", "month")`,
    );
    this.addSql(
      `create table "knowledge_passages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "source_id" bigint not null, "prompt_id" bigint not null, "position" int not null, "text" text not null)`,
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
      `create table "knowledge_sources" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "prompt_id" bigint not null, "title" varchar(200) not null, "kind" varchar(10) not null, "content" text null, "url" varchar(2048) null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null, "status" varchar(10) not null, "error" jsonb null, "passages" int not null default 0)`,
    );
    this.addSql(
      `create index "knowledge_sources_company_id_prompt_id_index" on "knowledge_sources" ("company_id", "prompt_id")`,
    );
    this.addSql(
      `alter table "knowledge_sources" add constraint "knowledge_sources_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "prompts" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "prompt" text not null, "queue_id" bigint null, "url" varchar(2048) not null, "model" varchar(100) not null, "api_key" text null, "max_tokens" int not null, "temperature" double precision not null, "max_messages" int not null, "input_price" double precision not null, "output_price" double precision not null, "last_error" jsonb null)`,
    );
    this.addSql(`create index "prompts_company_id_queue_id_index" on "prompts" ("company_id", "queue_id")`);
    this.addSql(`alter table "prompts" add constraint "prompts_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "prompts" add constraint "prompts_company_id_name_unique" unique ("company_id", "name")`);
    this.addSql(`alter table "connections" add "prompt_id" bigint null`);
    this.addSql(`alter table "queues" add "prompt_id" bigint null`);
    this.addSql(`alter table "assistant_months" enable row level security`);
    this.addSql(`alter table "assistant_months" force row level security`);
    this.addSql(`create policy "platform" on "assistant_months" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "assistant_months" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "assistant_months_company_policy" on "assistant_months" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
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
    this.addSql(`alter table "prompts" enable row level security`);
    this.addSql(`alter table "prompts" force row level security`);
    this.addSql(`create policy "platform" on "prompts" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "prompts" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "prompts_company_policy" on "prompts" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "prompts" add constraint "prompts_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
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
      `alter table "knowledge_passages" add column "words" tsvector generated always as (public.search_words("company_id", "text")) stored`,
    );
    this.addSql(`create index "knowledge_passages_words_index" on "knowledge_passages" using gin ("words")`);
    this.addSql(`create or replace function public.search_knowledge(company bigint, prompt bigint, question text) returns table (passage_id bigint) language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB' rows 6 security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked text[] := tsvector_to_array(public.search_words(company, question));
  wanted tsquery;
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  if asked is null then return; end if;
  select string_agg(quote_literal(w), ' | ')::tsquery into wanted from unnest(asked) w;
  return query
    with found as materialized (
      select p.id, p.words from public.knowledge_passages p
      where p.words @@ wanted and p.company_id = company and p.prompt_id = prompt limit 5000),
    hits as (
      select f.id, w.word from found f cross join lateral unnest(tsvector_to_array(f.words)) w (word) where w.word = any(asked)),
    weights as (
      select h.word, ln(1 + (select count(*) from found)::float8 / count(*)) as weight from hits h group by h.word)
    select h.id from hits h join weights w on w.word = h.word
    group by h.id order by sum(w.weight) desc, h.id limit 6;
end$$`);
    this.addSql(`alter function public.search_knowledge(bigint, bigint, text) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_knowledge(bigint, bigint, text) from public`);
    this.addSql(`grant execute on function public.search_knowledge(bigint, bigint, text) to atende_app`);
  }
}
