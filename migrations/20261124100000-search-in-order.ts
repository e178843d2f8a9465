import { Migration } from '@mikro-orm/migrations';

export class Migration20261124100000 extends Migration {
  override name = '20261124100000-search-in-order';

  override up(): void {
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
  }
}
