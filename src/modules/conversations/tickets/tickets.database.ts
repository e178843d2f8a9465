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

defineSchemaExtra(
  {
    name: 'tickets_one_open_unique',
    table: 'tickets',
    kind: 'index',
    sql: `create unique index "tickets_one_open_unique" on "tickets" ("company_id", "contact_id", "connection_id") where "status" <> 'closed'`,
  },
  {
    // cards of the kanban board, with the columns that decide who sees them
    name: 'tickets_kanban_index',
    table: 'tickets',
    kind: 'index',
    sql: `create index "tickets_kanban_index" on "tickets" ("company_id", "kanban_lane_id", "kanban_position", "id") include ("status", "user_id", "queue_id") where "status" <> 'closed'`,
  },
  {
    // closed tickets that retention has not purged
    name: 'tickets_retention_index',
    table: 'tickets',
    kind: 'index',
    sql: `create index "tickets_retention_index" on "tickets" ("company_id", "created_at") where "status" = 'closed' and ("purged_until" is null or "purged_until" < "updated_at")`,
  },
  {
    name: 'ticket_notes.words',
    table: 'ticket_notes',
    kind: 'column',
    sql: 'alter table "ticket_notes" add column "words" tsvector generated always as (public.search_words("company_id", "note")) stored',
  },
  {
    name: 'ticket_notes_words_index',
    kind: 'index',
    sql: 'create index "ticket_notes_words_index" on "ticket_notes" using gin ("words")',
  },
  sqlFunction({
    name: 'search_notes',
    parameters: ['company bigint', 'search text'],
    returns: `table (note_id bigint, ticket_id bigint) ${plannedSearchAttributes} rows ${maxHits}`,
    definer: true,
    // like search_messages, without a sample: a company has few notes
    body: `
declare
  wanted tsquery := public.search_query(company, search);
  ids bigint[];
  tickets bigint[];
begin${assertOwnCompany}
  if wanted is null then return; end if;
  select array_agg(f.id), array_agg(f.ticket_id) into ids, tickets
  from (select n.id, n.ticket_id, n.company_id from public.ticket_notes n where n.words @@ wanted limit ${maxCandidates}) f
  where f.company_id = company;
  if coalesce(array_length(ids, 1), 0) < ${maxCandidates} then
    return query select f.id, f.ticket from unnest(ids, tickets) f (id, ticket) order by f.id desc limit ${maxHits};
    return;
  end if;
  return query
    select n.id, n.ticket_id
    from (select m.id, m.ticket_id, m.words from public.ticket_notes m where (m.company_id, m.id) >= (company, 0::bigint) and (m.company_id, m.id) <= (company, 9223372036854775807) order by m.company_id desc, m.id desc limit ${maxScanned}) n
    where n.words @@ wanted limit ${maxHits};
end`,
  }),
);

const newestCycle = `
  select distinct on (company_id, ticket_id) company_id, ticket_id, number, finished_at, user_id
  from ticket_cycles order by company_id, ticket_id, number desc`;

defineInvariants(
  {
    name: 'a contact has at most one conversation per connection that is not closed',
    sql: `select company_id, contact_id, connection_id, array_agg(id) as tickets from tickets
      where status <> 'closed' group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: 'an open conversation has an attendant, a pending one has none',
    sql: `select company_id, id, status, user_id from tickets
      where (status = 'open' and user_id is null) or (status = 'pending' and user_id is not null)`,
  },
  {
    // a ticket that only stores messages sent from another device has no cycle
    name: 'the newest attendance is unfinished exactly while its conversation is not closed',
    sql: `select t.company_id, t.id, t.status, y.number, y.finished_at from tickets t
      left join (${newestCycle}) y on y.company_id = t.company_id and y.ticket_id = t.id
      where case when y.number is null then t.status <> 'closed'
        else (t.status = 'closed') <> (y.finished_at is not null) end`,
  },
  {
    name: 'every attendance before the newest is finished',
    sql: `select y.company_id, y.ticket_id, y.number from ticket_cycles y
      where y.finished_at is null and exists (
        select from ticket_cycles n where n.company_id = y.company_id and n.ticket_id = y.ticket_id and n.number > y.number)`,
  },
  {
    name: 'the newest attendance of an open conversation is its attendant’s',
    sql: `select t.company_id, t.id, t.user_id, y.user_id as attended_by from tickets t
      join (${newestCycle}) y on y.company_id = t.company_id and y.ticket_id = t.id
      where t.status = 'open' and y.user_id is distinct from t.user_id`,
  },
  {
    name: 'a conversation that is not closed is in the first of its lanes on the kanban board',
    sql: `select t.company_id, t.id, t.kanban_lane_id from tickets t where t.status <> 'closed'
      and t.kanban_lane_id <> coalesce((select tt.tag_id from ticket_tags tt
        join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban = 1
        where tt.company_id = t.company_id and tt.ticket_id = t.id order by g.kanban_order, g.id limit 1), 0)`,
  },
  {
    name: 'no protocol is beyond the last one its company gave',
    sql: `select t.company_id, t.id, t.code, c.last_ticket_code from tickets t join companies c on c.id = t.company_id
      where t.code > c.last_ticket_code`,
  },
);
