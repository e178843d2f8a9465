import { defineSchemaExtra, type SchemaExtra } from '../../../core/database/schema-extra.js';
import {
  assertOwnCompany,
  maxCandidates,
  searchAttributes,
  sqlFunction,
} from '../../../core/database/search-functions.js';

/** Number of passages in a question. */
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
    // Questions contain words that no passage has, so any common word counts, a rare one more. Rare words are searched
    // first, so that their passages are found even if many passages contain the frequent words.
    body: `
declare
  asked text[] := tsvector_to_array(public.search_words(company, question));
begin${assertOwnCompany}
  return query
    with found as materialized (
      select a.word, p.id from unnest(asked) a (word) cross join lateral (
        select k.id from public.knowledge_passages k
        where k.words @@ quote_literal(a.word)::tsquery and k.company_id = company and k.prompt_id = prompt
        limit ${maxCandidates}) p),
    frequencies as (select f.word, count(*) as passages from found f group by f.word),
    rarest as (
      select word, passages, sum(passages) over (order by passages, word) as together from frequencies),
    candidates as (
      select distinct f.id from found f join rarest r on r.word = f.word
      where r.together <= ${maxCandidates} or r.together = r.passages),
    hits as (
      select p.id, w.word from candidates c join public.knowledge_passages p on p.company_id = company and p.id = c.id
      cross join lateral unnest(tsvector_to_array(p.words)) w (word) where w.word = any(asked))
    select h.id from hits h join frequencies q on q.word = h.word
    group by h.id order by sum(ln(1 + (select count(*) from candidates)::float8 / q.passages)) desc, h.id limit ${maxPassages};
end`,
  }),
);

/** References of earlier modules' tables to prompts: declared here instead of by `@ForeignKey`. */
const promptOf = (table: string): SchemaExtra => ({
  name: `${table}_prompt_id_fk`,
  table,
  kind: 'foreign key',
  sql: `alter table "${table}" add constraint "${table}_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete set null ("prompt_id")`,
});

defineSchemaExtra(promptOf('queues'), promptOf('connections'), promptOf('tickets'), {
  // finds the conversations that a removed prompt answers
  name: 'tickets_prompt_index',
  table: 'tickets',
  kind: 'index',
  sql: 'create index "tickets_prompt_index" on "tickets" ("company_id", "prompt_id") where "prompt_id" is not null',
});
