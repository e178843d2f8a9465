import { roles } from './database-types.js';
import type { SchemaExtra } from './schema-extra.js';
import { companySetting } from './tenant.entity.js';

/*
 * What text search needs of the database; why it is so and what it costs: docs/adr/0015-search-under-row-security.md.
 */

/** A search answers no more messages or contacts than this. */
export const maxHits = 1000;

/**
 * So many messages from so many places of the history tell whether a word is frequent: when this many of them have it. The
 * places overlap where a company wrote little for a long time: a message counts once.
 */
const sample = { messages: 2000, places: 10, frequent: 40 };
/** What is more frequent is looked for in so many of the newest messages, or of the first contacts by name. */
const walked = 20_000;
/** What the index finds is read up to here; more of it is frequent. */
const candidates = 5000;

interface SqlFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The result and its attributes. */
  readonly returns: string;
  readonly body: string;
  /** Looks with the platform's eyes on behalf of the application. */
  readonly definer?: boolean;
}

function sqlFunction({ name, parameters, returns, body, definer = false }: SqlFunction): SchemaExtra {
  const signature = `public.${name}(${parameters.map((parameter) => parameter.split(' ')[1]).join(', ')})`;
  const attributes = definer ? ' security definer set search_path = pg_catalog, pg_temp' : '';
  return {
    name,
    kind: 'function',
    body,
    sql: `create or replace function public.${name}(${parameters.join(', ')}) returns ${returns}${attributes} as $$${body}$$`,
    dependentSql: definer
      ? [
          // the tables' owner is fenced by the forced policies: a function of its would find nothing
          `alter function ${signature} owner to ${roles.platform}`,
          `revoke all on function ${signature} from public`,
          `grant execute on function ${signature} to ${roles.app}`,
        ]
      : [],
  };
}

const immutable = 'language plpgsql immutable strict parallel safe';

/** Custom plans, because what is frequent and what is rare need other ones; bitmaps that stay exact. */
const careful =
  "language plpgsql stable strict parallel restricted set plan_cache_mode = force_custom_plan set work_mem = '32MB'";

/** An argument is not trusted alone: who asks for another company than that of the transaction is refused. */
const refuseOthers = `
  if company is distinct from nullif(current_setting('${companySetting}', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;`;

/**
 * The messages of the company in order, up to an id, by the index over both. Said as an equality the planner may as well
 * walk the primary key, and past the messages of everybody else: half a second where others wrote a lot since.
 */
function ofCompany(order: 'newest first' | 'oldest first', upTo = '9223372036854775807'): string {
  const way = order === 'newest first' ? ' desc' : '';
  return `(m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, ${upTo}) order by m.company_id${way}, m.id${way}`;
}

/** The words of a text without accents and punctuation; a sign or an address would be found as a whole only. */
const plainText = (value: string, max: number): string =>
  `regexp_replace(public.search_text(left(${value}, ${max})), '[^[:alnum:]]+', ' ', 'g')`;

/** Made before the tables' own statements. */
export const searchFunctions: readonly SchemaExtra[] = [
  ...['unaccent', 'pg_trgm', 'btree_gin'].map(
    (name): SchemaExtra => ({ name, kind: 'extension', sql: `create extension if not exists ${name} schema public` }),
  ),
  {
    name: 'search_plain',
    kind: 'text search',
    sql: 'create text search dictionary public.search_plain (template = pg_catalog.simple, stopwords = portuguese)',
    dependentSql: [
      'create text search configuration public.search_plain (parser = pg_catalog."default")',
      'alter text search configuration public.search_plain add mapping for asciiword, word, numword, int, uint with public.search_plain',
    ],
  },
  sqlFunction({
    name: 'search_text',
    parameters: ['value text'],
    returns: `text ${immutable}`,
    // unaccent itself is only "stable" because its rules are a file: reindex if a new PostgreSQL brings another
    body: `
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end`,
  }),
  sqlFunction({
    name: 'search_words',
    parameters: ['company bigint', 'value text'],
    returns: `tsvector ${immutable}`,
    // the stem finds other forms of a word, the word itself its beginning; the company in front of each gives every
    // company lists of its own within the index. More than two kilobytes are no word, and would be refused as one.
    body: `
declare
  plain text := ${plainText('value', 20_000)};
  mark text := company || '.';
  words text[];
begin
  if length(plain) > 500 then plain := regexp_replace(plain, '[^ ]{100,}', ' ', 'g'); end if;
  words := tsvector_to_array(to_tsvector('pg_catalog.portuguese'::regconfig, plain) || to_tsvector('public.search_plain'::regconfig, plain));
  if words = '{}' then return null; end if;
  return array_to_tsvector(string_to_array(mark || array_to_string(words, ' ' || mark), ' '));
end`,
  }),
  sqlFunction({
    name: 'search_query',
    parameters: ['company bigint', 'value text'],
    returns: `tsquery ${immutable}`,
    // null when nothing is left to look for; only the last word may be a beginning, from three letters on, and one
    // that is too common to be stored only when it is alone
    body: `
declare
  words text[] := (string_to_array(btrim(${plainText('value', 200)}), ' '))[1:10];
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
end`,
  }),
];

/** Made when the tables are there. */
export const searchIndexes: readonly SchemaExtra[] = [
  {
    name: 'messages.words',
    kind: 'column',
    sql: 'alter table "messages" add column "words" tsvector generated always as (case when not "is_deleted" then public.search_words("company_id", "body") end) stored',
  },
  {
    name: 'messages_words_index',
    kind: 'index',
    // whoever fills the list of pending entries empties it, and every search reads through it
    sql: 'create index "messages_words_index" on "messages" using gin ("words") with (gin_pending_list_limit = 512)',
  },
  {
    name: 'contacts_search_index',
    kind: 'index',
    sql: `create index "contacts_search_index" on "contacts" using gin ("company_id", (public.search_text("name"::text) || ' ' || "number") public.gin_trgm_ops)`,
  },
  sqlFunction({
    name: 'search_messages',
    parameters: ['company bigint', 'search text'],
    returns: `table (message_id bigint, ticket_id bigint) ${careful} rows ${maxHits}`,
    definer: true,
    // the words carry the company; asked for beside them it would make the planner read all of its messages besides
    body: `
declare
  wanted tsquery := public.search_query(company, search);
  newest bigint;
  oldest bigint;
  seen bigint;
  ids bigint[];
  tickets bigint[];
begin${refuseOthers}
  if wanted is null then return; end if;
  select max(e.id), min(e.id) into newest, oldest
  from ((select m.id from public.messages m where ${ofCompany('newest first')} limit 1) union all (select m.id from public.messages m where ${ofCompany('oldest first')} limit 1)) e;
  select count(distinct n.id) into seen
  from generate_series(0, ${sample.places - 1}) place,
    lateral (select m.id, m.words from public.messages m where ${ofCompany('newest first', `newest - (newest - oldest) / ${sample.places} * place`)} limit ${sample.messages / sample.places}) n
  where n.words @@ wanted;
  if seen < ${sample.frequent} then
    select array_agg(f.id), array_agg(f.ticket_id) into ids, tickets
    from (select m.id, m.ticket_id, m.company_id from public.messages m where m.words @@ wanted limit ${candidates}) f
    where f.company_id = company;
    if coalesce(array_length(ids, 1), 0) < ${candidates} then
      return query select f.id, f.ticket from unnest(ids, tickets) f (id, ticket) order by f.id desc limit ${maxHits};
      return;
    end if;
  end if;
  return query
    select n.id, n.ticket_id
    from (select m.id, m.ticket_id, m.words from public.messages m where ${ofCompany('newest first')} limit ${walked}) n
    where n.words @@ wanted limit ${maxHits};
end`,
  }),
  sqlFunction({
    name: 'search_contacts',
    parameters: ['company bigint', 'parts text[]'],
    returns: `setof bigint ${careful} rows ${maxHits}`,
    definer: true,
    // any of the parts, anywhere in name or number; two letters have no trigram, the index would answer every contact
    body: `
declare
  part text;
  pattern text;
  fits bigint[];
  ids bigint[] := '{}';
begin${refuseOthers}
  foreach part in array parts loop
    pattern := '%' || regexp_replace(public.search_text(left(part, 200)), '([\\\\%_])', '\\\\\\1', 'g') || '%';
    fits := null;
    if length(part) > 2 then
      select array_agg(f.id) into fits
      from (select c.id from public.contacts c where c.company_id = company
        and (public.search_text(c.name::text) || ' ' || c.number) like pattern limit ${candidates}) f;
    end if;
    if length(part) < 3 or array_length(fits, 1) = ${candidates} then
      select array_agg(f.id) into fits
      from (select n.id from (select c.id, c.name, c.number from public.contacts c where c.company_id = company order by c.name, c.id limit ${walked}) n
        where (public.search_text(n.name::text) || ' ' || n.number) like pattern limit ${maxHits}) f;
    end if;
    ids := ids || coalesce(fits, '{}');
  end loop;
  return query select distinct f from unnest(ids) f limit ${maxHits};
end`,
  }),
];
