import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import {
  assertOwnCompany,
  maxCandidates,
  maxHits,
  maxScanned,
  plannedSearchAttributes,
  sqlFunction,
} from '../../../core/database/search-functions.js';

/**
 * So many messages from so many places of the history tell whether a word is frequent: when this many of them have it. The
 * places overlap where a company wrote little for a long time: a message counts once.
 */
const sample = { messages: 500, places: 10, frequent: 12 };
/**
 * The messages of the company in order, up to an id, by the index over both. Said as an equality the planner may as well
 * walk the primary key, and past the messages of everybody else: half a second where others wrote a lot since.
 */
function ofCompany(order: 'newest first' | 'oldest first', upTo = '9223372036854775807'): string {
  const way = order === 'newest first' ? ' desc' : '';
  return `(m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, ${upTo}) order by m.company_id${way}, m.id${way}`;
}

defineSchemaExtra(
  {
    name: 'messages_quoted_index',
    table: 'messages',
    kind: 'index',
    sql: 'create index "messages_quoted_index" on "messages" ("company_id", "quoted_msg_id") where "quoted_msg_id" is not null',
  },
  {
    // finds the last days of all companies; rows are written in the order of time, so that it costs a write next to nothing
    name: 'messages_created_index',
    table: 'messages',
    kind: 'index',
    sql: 'create index "messages_created_index" on "messages" using brin ("created_at")',
  },
  {
    // by which a file's name leads back to its message
    name: 'messages_media_index',
    table: 'messages',
    kind: 'index',
    sql: 'create index "messages_media_index" on "messages" ("company_id", "media_key") where "media_key" is not null',
  },
  {
    name: 'messages.words',
    kind: 'column',
    sql: 'alter table "messages" add column "words" tsvector generated always as (case when not "is_deleted" then public.search_words("company_id", "body") end) stored',
  },
  {
    name: 'messages_words_index',
    kind: 'index',
    // the insert that fills the list of pending entries empties it, and every search reads it
    sql: 'create index "messages_words_index" on "messages" using gin ("words") with (gin_pending_list_limit = 512)',
  },
  sqlFunction({
    name: 'search_messages',
    parameters: ['company bigint', 'search text'],
    returns: `table (message_id bigint, ticket_id bigint) ${plannedSearchAttributes} rows ${maxHits}`,
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
begin${assertOwnCompany}
  if wanted is null then return; end if;
  select max(e.id), min(e.id) into newest, oldest
  from ((select m.id from public.messages m where ${ofCompany('newest first')} limit 1) union all (select m.id from public.messages m where ${ofCompany('oldest first')} limit 1)) e;
  select count(distinct n.id) into seen
  from generate_series(0, ${sample.places - 1}) place,
    lateral (select m.id, m.words from public.messages m where ${ofCompany('newest first', `newest - (newest - oldest) / ${sample.places} * place`)} limit ${sample.messages / sample.places}) n
  where n.words @@ wanted;
  if seen < ${sample.frequent} then
    select array_agg(f.id), array_agg(f.ticket_id) into ids, tickets
    from (select m.id, m.ticket_id, m.company_id from public.messages m where m.words @@ wanted limit ${maxCandidates}) f
    where f.company_id = company;
    if coalesce(array_length(ids, 1), 0) < ${maxCandidates} then
      return query select f.id, f.ticket from unnest(ids, tickets) f (id, ticket) order by f.id desc limit ${maxHits};
      return;
    end if;
  end if;
  return query
    select n.id, n.ticket_id
    from (select m.id, m.ticket_id, m.words from public.messages m where ${ofCompany('newest first')} limit ${maxScanned}) n
    where n.words @@ wanted limit ${maxHits};
end`,
  }),
);
