import { Migration } from '@mikro-orm/migrations';

export class Migration20261121173631 extends Migration {
  override name = '20261121173631-search';

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
    this.addSql(`create index "sessions_over_index" on "sessions" (coalesce("ended_at", "expires_at"))`);
    this.addSql(
      `alter table "messages" add column "words" tsvector generated always as (case when not "is_deleted" then public.search_words("company_id", "body") end) stored`,
    );
    this.addSql(
      `create index "messages_words_index" on "messages" using gin ("words") with (gin_pending_list_limit = 512)`,
    );
    this.addSql(
      `create index "contacts_search_index" on "contacts" using gin ("company_id", (public.search_text("name"::text) || ' ' || "number") public.gin_trgm_ops)`,
    );
    this.addSql(`create or replace function public.search_messages(company bigint, search text) returns table (message_id bigint, ticket_id bigint) language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB' rows 1000 security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted tsquery := public.search_query(company, search);
  looked bigint;
  seen bigint;
  ids bigint[];
  tickets bigint[];
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  if wanted is null then return; end if;
  select count(*), count(*) filter (where n.words @@ wanted) into looked, seen
  from (select m.words from public.messages m where m.company_id = company order by m.id desc limit 2000) n;
  if looked = 2000 and seen < 40 then
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
    from (select m.id, m.ticket_id, m.words from public.messages m where m.company_id = company order by m.id desc limit 20000) n
    where n.words @@ wanted limit 1000;
end$$`);
    this.addSql(`alter function public.search_messages(bigint, text) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_messages(bigint, text) from public`);
    this.addSql(`grant execute on function public.search_messages(bigint, text) to atende_app`);
    this.addSql(`create or replace function public.search_contacts(company bigint, parts text[]) returns setof bigint language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB' rows 1000 security definer set search_path = pg_catalog, pg_temp as $$
declare
  part text;
  pattern text;
  fits bigint[];
  ids bigint[] := '{}';
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  foreach part in array parts loop
    pattern := '%' || regexp_replace(public.search_text(left(part, 200)), '([\\\\%_])', '\\\\\\1', 'g') || '%';
    fits := null;
    if length(part) > 2 then
      select array_agg(f.id) into fits
      from (select c.id from public.contacts c where c.company_id = company
        and (public.search_text(c.name::text) || ' ' || c.number) like pattern limit 5000) f;
    end if;
    if length(part) < 3 or array_length(fits, 1) = 5000 then
      select array_agg(f.id) into fits
      from (select n.id from (select c.id, c.name, c.number from public.contacts c where c.company_id = company order by c.name, c.id limit 20000) n
        where (public.search_text(n.name::text) || ' ' || n.number) like pattern limit 1000) f;
    end if;
    ids := ids || coalesce(fits, '{}');
  end loop;
  return query select distinct f from unnest(ids) f limit 1000;
end$$`);
    this.addSql(`alter function public.search_contacts(bigint, text[]) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_contacts(bigint, text[]) from public`);
    this.addSql(`grant execute on function public.search_contacts(bigint, text[]) to atende_app`);
  }
}
