import { Migration } from '@mikro-orm/migrations';

export class Migration20261123162000 extends Migration {
  override name = '20261123162000-search-knowledge';

  override up(): void {
    this.addSql(`create or replace function public.search_knowledge(company bigint, prompt bigint, question text) returns table (passage_id bigint) language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB' rows 6 security definer set search_path = pg_catalog, pg_temp as $$
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
  }
}
