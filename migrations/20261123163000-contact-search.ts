import { Migration } from '@mikro-orm/migrations';

export class Migration20261123163000 extends Migration {
  override name = '20261123163000-contact-search';

  override up(): void {
    this.addSql(`drop index "contacts_company_id_name_id_index"`);
    this.addSql(
      `create index "contacts_company_id_name_id_index" on "contacts" ("company_id", "name", "id") where erased_at is null`,
    );
    this.addSql(
      `alter table "contacts" add column "search_text" text generated always as (public.search_text("name"::text) || ' ' || "number") stored`,
    );
    this.addSql(`drop index "contacts_search_index"`);
    this.addSql(
      `create index "contacts_search_index" on "contacts" using gin ("company_id", "search_text" public.gin_trgm_ops)`,
    );
    this.addSql(`drop function public.search_contacts(bigint, text[])`);
    this.addSql(`create or replace function public.search_contacts(company bigint, parts text[], skipped int, most int, counting boolean) returns table (ids bigint[], total int) language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB' rows 1 security definer set search_path = pg_catalog, pg_temp as $$
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
  ids := array(select n.id from (select c.id, c.search_text from public.contacts c where c.company_id = company and c.erased_at is null order by c.name, c.id limit 1000) n
    where n.search_text like any (patterns) limit most offset skipped);
  if cardinality(ids) < most then
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
  }
}
