import { Migration } from '@mikro-orm/migrations';

export class Migration20261121203142 extends Migration {
  override name = '20261121203142-search-counts-once';

  override up(): void {
    this.addSql(`create or replace function public.search_messages(company bigint, search text) returns table (message_id bigint, ticket_id bigint) language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB' rows 1000 security definer set search_path = pg_catalog, pg_temp as $$
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
    lateral (select m.id, m.words from public.messages m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, newest - (newest - oldest) / 10 * place) order by m.company_id desc, m.id desc limit 200) n
  where n.words @@ wanted;
  if seen < 40 then
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
