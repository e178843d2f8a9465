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
/** Words of a search that count; the key of an invoice has eleven groups. */
const maxWords = 11;

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
  `regexp_replace(left(public.search_text(left(${value}, ${max})), ${max}), '[^[:alnum:]]+', ' ', 'g')`;

/**
 * How numbers are written with marks, as the lengths of their groups: CEP, telephone with and without area code, RG,
 * CPF, CNPJ, the key of an invoice, the lines of both kinds of boleto.
 */
const numberGroups: readonly (readonly number[])[] = [
  [5, 3],
  [2, 3, 3],
  [4, 4],
  [5, 4],
  [2, 3, 3, 1],
  [3, 3, 3, 2],
  [2, 3, 3, 4, 2],
  Array.from({ length: 11 }, () => 4),
  [5, 5, 5, 6, 5, 6, 1, 14],
  [12, 12, 12, 12],
  [11, 1, 11, 1, 11, 1, 11, 1],
];
const shortestNumber = 8;
const grouped = (groups: readonly number[]): string => groups.map((digits) => `([0-9]{${digits}})`).join('');
/** The text may lack the country code of a telephone. */
const numberPatterns = [
  ...numberGroups.map(grouped),
  '55([0-9]{10,11})',
  `(?:55)?${grouped([2, 4, 4])}`,
  `(?:55)?${grouped([2, 5, 4])}`,
];

/** The words of an array, which have no quotes, as parts of a tsquery. */
const quoted = (words: string, operator: '&' | '|'): string =>
  `'''' || mark || array_to_string(${words}, ''' ${operator} ''' || mark) || ''''`;

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
    // unaccent is only "stable" because its rules are in a file: reindex when a new PostgreSQL changes them. NFKC turns
    // letters for mathematics and full width into plain ones
    body: `
begin
  if octet_length(value) > length(value) and value is not nfkc normalized then value := normalize(value, nfkc); end if;
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
    name: 'search_forms',
    parameters: ['word text'],
    returns: `text[] ${immutable}`,
    // The plurals of a Portuguese word without accents, and what it may be the plural of, as their stems differ. Forms
    // that do not exist cost a look into the index only.
    body: `
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
end`,
  }),
  sqlFunction({
    name: 'search_number',
    parameters: ['digits text', 'mark text'],
    returns: `text ${immutable}`,
    // A number as a part of a tsquery: written without marks, and in the groups of its length.
    body: `
declare
  part text := quote_literal(mark || digits);
  pattern text;
  groups text[];
begin
  if length(digits) in (10, 11) then part := part || ' | ' || quote_literal(mark || '55' || digits); end if;
  if length(digits) < ${shortestNumber} then return part; end if;
  foreach pattern in array array[${numberPatterns.map((pattern) => `'^${pattern}$'`).join(', ')}] loop
    groups := regexp_match(digits, pattern);
    if groups is not null then
      part := part || ' | (' || ${quoted('groups', '&')} || ')';
    end if;
  end loop;
  return part;
end`,
  }),
  sqlFunction({
    name: 'search_query',
    parameters: ['company bigint', 'value text'],
    returns: `tsquery ${immutable}`,
    // The result is null when no words are left. Only the last word may be a prefix, from three letters on; if it is
    // too common to be stored, only when it is the sole word. Of words in -ão the stem is left out, as it is that of
    // another word (carta, cartão). Groups of digits are a number, too.
    body: `
declare
  words text[] := (string_to_array(btrim(${plainText('value', 200)}), ' '))[1:${maxWords}];
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
        part := ${quoted('forms', '|')};
      end if;
      if place = total and length(word) > 2 and (stem is not null or wanted is null) then
        part := concat_ws(' | ', part, quote_literal(mark || word) || ':*');
      end if;
    end if;
    if part is not null then wanted := concat_ws(' & ', wanted, '(' || part || ')'); end if;
  end loop;
  return wanted::tsquery;
end`,
  }),
);
