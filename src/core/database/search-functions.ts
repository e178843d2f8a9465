import { roles } from './database-types.js';
import { defineSchemaExtra, type SchemaExtra } from './schema-extra.js';
import { companySetting } from './tenant.entity.js';

/*
 * The extensions and functions of text search; docs/adr/0015-search-under-row-security.md explains why, and the cost.
 */

/** A search finds at most this many rows. */
export const maxHits = 1000;
/** For a frequent word only this many of the newest (or first) rows are searched. */
export const maxScanned = 20_000;
/** How many rows found by the index are read at most; a word with more of them counts as frequent. */
export const maxCandidates = 5000;

interface SqlFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The result type and the attributes of the function. */
  readonly returns: string;
  readonly body: string;
  /** The function runs with the rights of the platform, called by the application. */
  readonly definer?: boolean;
}

/** A function of the database, with its owner and grants. */
export function sqlFunction({ name, parameters, returns, body, definer = false }: SqlFunction): SchemaExtra {
  const signature = `public.${name}(${parameters.map((parameter) => parameter.split(' ')[1]).join(', ')})`;
  const attributes = definer ? ' security definer set search_path = pg_catalog, pg_temp' : '';
  return {
    name,
    kind: 'function',
    body,
    sql: `create or replace function public.${name}(${parameters.join(', ')}) returns ${returns}${attributes} as $$${body}$$`,
    dependentSql: definer
      ? [
          // the owner of the tables is subject to the forced policies, so functions that it owns would find nothing
          `alter function ${signature} owner to ${roles.platform}`,
          `revoke all on function ${signature} from public`,
          `grant execute on function ${signature} to ${roles.app}`,
        ]
      : [],
  };
}

const immutable = 'language plpgsql immutable strict parallel safe';

const searching = "language plpgsql stable strict parallel restricted set work_mem = '32MB' set plan_cache_mode =";
/** Attributes of a search: custom plans, as frequent and rare words need different ones; memory for exact bitmaps. */
export const searchAttributes = `${searching} force_custom_plan`;
/** Attributes of a search that needs one plan for all words: the planner assumes that an unknown word is frequent. */
export const plannedSearchAttributes = `${searching} force_generic_plan set enable_seqscan = off set enable_sort = off set enable_incremental_sort = off`;

/** Rejects a search in another company than that of the transaction: the argument alone is not trusted. */
export const assertOwnCompany = `
  if company is distinct from nullif(current_setting('${companySetting}', true), '')::bigint then
    raise exception 'a search outside of the company of the transaction' using errcode = 'insufficient_privilege';
  end if;`;

/** The words of a text without accents and punctuation; otherwise an address would only be found as a whole. */
const plainText = (value: string, max: number): string =>
  `regexp_replace(public.search_text(left(${value}, ${max})), '[^[:alnum:]]+', ' ', 'g')`;

defineSchemaExtra(
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
    // unaccent is only "stable" because its rules are in a file: reindex when a new PostgreSQL changes them
    body: `
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end`,
  }),
  sqlFunction({
    name: 'search_words',
    parameters: ['company bigint', 'value text'],
    returns: `tsvector ${immutable}`,
    // The stem finds other forms of a word, the word itself its beginning; the company prefix gives every company its
    // own lists in the index. 100 characters or more are no word, and lexemes over two kilobytes would be an error.
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
    // The result is null when no words are left. Only the last word may be a prefix, from three letters on; if it is
    // too common to be stored, only when it is the sole word.
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
);
