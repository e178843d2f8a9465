import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import {
  assertOwnCompany,
  maxCandidates,
  searchAttributes,
  sqlFunction,
} from '../../../core/database/search-functions.js';

/** Passages that go into a question. */
const maxPassages = 6;

defineSchemaExtra(
  {
    name: 'knowledge_passages.words',
    kind: 'column',
    sql: 'alter table "knowledge_passages" add column "words" tsvector generated always as (public.search_words("company_id", "text")) stored',
  },
  {
    name: 'knowledge_passages_words_index',
    table: 'knowledge_passages',
    kind: 'index',
    sql: 'create index "knowledge_passages_words_index" on "knowledge_passages" using gin ("words")',
  },
  sqlFunction({
    name: 'search_knowledge',
    parameters: ['company bigint', 'prompt bigint', 'question text'],
    returns: `table (passage_id bigint) ${searchAttributes} rows ${maxPassages}`,
    definer: true,
    // a question has words that no passage has: any of them counts, a rare one more than a frequent one
    body: `
declare
  asked text[] := tsvector_to_array(public.search_words(company, question));
  wanted tsquery;
begin${assertOwnCompany}
  if asked is null then return; end if;
  select string_agg(quote_literal(w), ' | ')::tsquery into wanted from unnest(asked) w;
  return query
    with found as materialized (
      select p.id, p.words from public.knowledge_passages p
      where p.words @@ wanted and p.company_id = company and p.prompt_id = prompt limit ${maxCandidates}),
    hits as (
      select f.id, w.word from found f cross join lateral unnest(tsvector_to_array(f.words)) w (word) where w.word = any(asked)),
    weights as (
      select h.word, ln(1 + (select count(*) from found)::float8 / count(*)) as weight from hits h group by h.word)
    select h.id from hits h join weights w on w.word = h.word
    group by h.id order by sum(w.weight) desc, h.id limit ${maxPassages};
end`,
  }),
);
