import { Migration } from '@mikro-orm/migrations';

export class Migration20261130213000 extends Migration {
  override name = '20261130213000-portuguese-search';

  override up(): void {
    this.addSql(`create or replace function public.search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) > length(value) and value is not nfkc normalized then value := normalize(value, nfkc); end if;
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end$$`);
    this.addSql(`create or replace function public.search_words(company bigint, value text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  plain text := regexp_replace(left(public.search_text(left(value, 20000)), 20000), '[^[:alnum:]]+', ' ', 'g');
  mark text := company || '.';
  words text[];
begin
  if length(plain) > 500 then plain := regexp_replace(plain, '[^ ]{100,}', ' ', 'g'); end if;
  words := tsvector_to_array(to_tsvector('pg_catalog.portuguese'::regconfig, plain) || to_tsvector('public.search_plain'::regconfig, plain));
  if words = '{}' then return null; end if;
  return array_to_tsvector(string_to_array(mark || array_to_string(words, ' ' || mark), ' '));
end$$`);
    this.addSql(`create or replace function public.search_forms(word text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return case
    when word ~ '.(ao|oes|aes|aos)$' then array(
      select regexp_replace(word, '(ao|oes|aes|aos)$', ending) from unnest(array['ao', 'oes', 'aes', 'aos']) ending)
    when word ~ '[aeou]l$' then array[word, left(word, -1) || 'is']
    when word ~ 'il$' then array[word, left(word, -1) || 's', left(word, -2) || 'eis']
    when word ~ 'eis$' then array[word, left(word, -2) || 'l', left(word, -3) || 'il']
    when word ~ '[aou]is$' then array[word, left(word, -2) || 'l', word || 'es']
    when word ~ 'is$' then array[word, left(word, -1) || 'l']
    when word ~ 'ari[oa]s?$' then word || array(
      select regexp_replace(word, '[oa]s?$', ending) from unnest(array['o', 'os', 'a', 'as']) ending)
    when word ~ 'm$' then array[word, left(word, -1) || 'ns']
    when word ~ 'ns$' then array[word, left(word, -2) || 'm']
    when word ~ '[nrsz]es$' then array[word, left(word, -2)]
    when word ~ '[nrsz]$' then array[word, word || 'es']
    else array[word]
  end;
end$$`);
    this.addSql(`create or replace function public.search_number(digits text, mark text) returns text language plpgsql immutable strict parallel safe as $$
declare
  part text := quote_literal(mark || digits);
  pattern text;
  groups text[];
begin
  if length(digits) in (10, 11) then part := part || ' | ' || quote_literal(mark || '55' || digits); end if;
  if length(digits) < 8 then return part; end if;
  foreach pattern in array array['^([0-9]{5})([0-9]{3})$', '^([0-9]{2})([0-9]{3})([0-9]{3})$', '^([0-9]{4})([0-9]{4})$', '^([0-9]{5})([0-9]{4})$', '^([0-9]{2})([0-9]{3})([0-9]{3})([0-9]{1})$', '^([0-9]{3})([0-9]{3})([0-9]{3})([0-9]{2})$', '^([0-9]{2})([0-9]{3})([0-9]{3})([0-9]{4})([0-9]{2})$', '^([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})([0-9]{4})$', '^([0-9]{5})([0-9]{5})([0-9]{5})([0-9]{6})([0-9]{5})([0-9]{6})([0-9]{1})([0-9]{14})$', '^([0-9]{12})([0-9]{12})([0-9]{12})([0-9]{12})$', '^([0-9]{11})([0-9]{1})([0-9]{11})([0-9]{1})([0-9]{11})([0-9]{1})([0-9]{11})([0-9]{1})$', '^55([0-9]{10,11})$', '^(?:55)?([0-9]{2})([0-9]{4})([0-9]{4})$', '^(?:55)?([0-9]{2})([0-9]{5})([0-9]{4})$'] loop
    groups := regexp_match(digits, pattern);
    if groups is not null then
      part := part || ' | (' || '''' || mark || array_to_string(groups, ''' & ''' || mark) || '''' || ')';
    end if;
  end loop;
  return part;
end$$`);
    this.addSql(`create or replace function public.search_query(company bigint, value text) returns tsquery language plpgsql immutable strict parallel safe as $$
declare
  words text[] := (string_to_array(btrim(regexp_replace(left(public.search_text(left(value, 200)), 200), '[^[:alnum:]]+', ' ', 'g')), ' '))[1:11];
  total int := coalesce(array_length(words, 1), 0);
  mark text := company || '.';
  word text;
  stem text;
  forms text[];
  part text;
  run text;
  number text := '';
  wanted text;
begin
  for place in 1 .. total loop
    word := words[place];
    part := null;
    if word ~ '^[0-9]+$' then
      part := public.search_number(word, mark);
      if place = total and length(word) > 2 then part := part || ' | ' || quote_literal(mark || word) || ':*'; end if;
      run := concat_ws(' & ', run, '(' || part || ')');
      number := number || word;
      if words[place + 1] ~ '^[0-9]+$' then continue; end if;
      if number <> word and length(number) between 7 and 48 then
        run := '(' || run || ') | ' || public.search_number(number, mark);
        if place = total then run := run || ' | ' || quote_literal(mark || number) || ':*'; end if;
      end if;
      part := run;
      run := null;
      number := '';
    else
      stem := (tsvector_to_array(to_tsvector('pg_catalog.portuguese'::regconfig, word)))[1];
      if stem is not null then
        forms := public.search_forms(word);
        if word !~ '.(ao|oes|aes|aos)$' then forms[1] := stem; end if;
        part := '''' || mark || array_to_string(forms, ''' | ''' || mark) || '''';
      end if;
      if place = total and length(word) > 2 and (stem is not null or wanted is null) then
        part := concat_ws(' | ', part, quote_literal(mark || word) || ':*');
      end if;
    end if;
    if part is not null then wanted := concat_ws(' & ', wanted, '(' || part || ')'); end if;
  end loop;
  return wanted::tsquery;
end$$`);
    // the names of contacts are few; messages with letters for mathematics are not written again
    this.addSql(
      `update contacts set name = name where octet_length(name) > length(name) and name is not nfkc normalized`,
    );
    this.addSql(
      `alter table "ticket_notes" add column "words" tsvector generated always as (public.search_words("company_id", "note")) stored`,
    );
    this.addSql(`create index "ticket_notes_words_index" on "ticket_notes" using gin ("words")`);
    this.addSql(`create or replace function public.search_notes(company bigint, search text) returns table (note_id bigint, ticket_id bigint) language plpgsql stable strict parallel restricted set work_mem = '32MB' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set enable_incremental_sort = off rows 1000 security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted tsquery := public.search_query(company, search);
  ids bigint[];
  tickets bigint[];
begin
  if company is distinct from nullif(current_setting('mikro.company.id', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;
  if wanted is null then return; end if;
  select array_agg(f.id), array_agg(f.ticket_id) into ids, tickets
  from (select n.id, n.ticket_id, n.company_id from public.ticket_notes n where n.words @@ wanted limit 5000) f
  where f.company_id = company;
  if coalesce(array_length(ids, 1), 0) < 5000 then
    return query select f.id, f.ticket from unnest(ids, tickets) f (id, ticket) order by f.id desc limit 1000;
    return;
  end if;
  return query
    select n.id, n.ticket_id
    from (select m.id, m.ticket_id, m.words from public.ticket_notes m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, 9223372036854775807) order by m.company_id desc, m.id desc limit 20000) n
    where n.words @@ wanted limit 1000;
end$$`);
    this.addSql(`alter function public.search_notes(bigint, text) owner to atende_platform`);
    this.addSql(`revoke all on function public.search_notes(bigint, text) from public`);
    this.addSql(`grant execute on function public.search_notes(bigint, text) to atende_app`);
  }
}
