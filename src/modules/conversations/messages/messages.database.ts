import { defineInvariants } from '../../../core/database/invariants.js';
import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import {
  assertOwnCompany,
  maxCandidates,
  maxHits,
  maxScanned,
  plannedSearchAttributes,
  sqlFunction,
} from '../../../core/database/search-functions.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';

/**
 * A word is frequent when at least `frequent` sampled messages contain it: `messages` messages from `places` positions
 * of the history. Positions overlap where a company wrote little for a long time; each message counts once.
 */
const sample = { messages: 500, places: 10, frequent: 12 };
/**
 * The company's messages up to an id, in order, read from the index on both columns. With an equality for the company
 * the planner may walk the primary key past all other companies' messages, which took half a second.
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
    // finds the last days of all companies; rows are inserted in the order of time, so a BRIN index costs writes little
    name: 'messages_created_index',
    table: 'messages',
    kind: 'index',
    sql: 'create index "messages_created_index" on "messages" using brin ("created_at")',
  },
  {
    // finds the message of a file by the file's key
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
    // a short pending list: every search reads it, and the insert that fills it has to empty it
    sql: 'create index "messages_words_index" on "messages" using gin ("words") with (gin_pending_list_limit = 512)',
  },
  sqlFunction({
    name: 'search_messages',
    parameters: ['company bigint', 'search text'],
    returns: `table (message_id bigint, ticket_id bigint) ${plannedSearchAttributes} rows ${maxHits}`,
    definer: true,
    // `words` contains the company: with a condition on company_id the planner would read all messages of the company
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

defineInvariants(
  {
    name: 'no message is being sent past its lease and five minutes',
    running: true,
    sql: `select m.company_id, m.id, m.leased_until from messages m
      where m.status = 'sending' and coalesce(m.leased_until, m.updated_at) < now() - interval '5 minutes'`,
  },
  {
    name: 'every message on its way out has the job that sends it',
    sql: `select m.company_id, m.id, m.status from messages m
      where m.status in ('queued', 'sending') and not ${jobExists("= 'send-message'", 'messageId', 'm')}`,
  },
  {
    name: 'every uncertain message has the job that settles it',
    sql: `select m.company_id, m.id from messages m
      where m.status = 'uncertain' and not ${jobExists("= 'settle-uncertain'", 'messageId', 'm')}`,
  },
  {
    name: 'the unread counter of a conversation is the number of its unread messages',
    sql: `select t.company_id, t.id, t.unread_messages, coalesce(m.unread, 0) as counted from tickets t
      left join (select company_id, ticket_id, count(*) as unread from messages where not from_me and not read group by 1, 2) m
        on m.company_id = t.company_id and m.ticket_id = t.id
      where t.unread_messages <> coalesce(m.unread, 0)`,
  },
  {
    name: 'the last message shown in lists is the newest message',
    sql: `select t.company_id, t.id, m.id as newest, t.last_message_type, m.media_type, t.last_message_ack, m.ack from tickets t
      join (select distinct on (company_id, ticket_id) * from messages order by company_id, ticket_id, id desc) m
        on m.company_id = t.company_id and m.ticket_id = t.id
      where t.last_message_from_me <> m.from_me or t.last_message_ack <> m.ack
        or t.last_message_at <> least(m.sent_at, m.created_at) or t.last_arrival_at <> m.created_at
        or t.last_message_type <> case when m.is_deleted then 'deleted' else m.media_type end
        or (t.last_message <> case when m.is_deleted then '' else coalesce(nullif(m.body, ''), m.media_name, '') end
          -- the name of a recording says nothing
          and not (t.last_message = '' and m.body = '' and m.data->'voice' is not null))`,
  },
  {
    name: 'a message is of the contact of its conversation, and quotes that contact’s words',
    sql: `select m.company_id, m.id, m.contact_id, t.contact_id as ticket_contact from messages m
      join tickets t on t.id = m.ticket_id left join messages q on q.id = m.quoted_msg_id
      where t.company_id <> m.company_id or t.contact_id <> m.contact_id
        or q.company_id <> m.company_id or q.contact_id <> m.contact_id`,
  },
  {
    name: 'status, acknowledgement and direction of a message agree',
    sql: `select company_id, id, status, ack, from_me from messages
      where from_me = (status = 'received')
        or ack <> case status when 'sent' then 1 when 'delivered' then 2 when 'read' then 3 else 0 end`,
  },
  {
    name: 'a file lies in the folder of its company',
    sql: `select company_id, id, media_key, thumb_media_key from messages
      where split_part(media_key, '/', 1) <> company_id::text or split_part(thumb_media_key, '/', 1) <> company_id::text`,
  },
);
