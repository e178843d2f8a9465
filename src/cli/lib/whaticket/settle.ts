import type { ImportStore } from './import-store.js';

const chunk = 2000;

/**
 * What follows from the rows of a company that were taken, by this run or by one that was killed: previews and counters of
 * conversations, first responses, lanes, numbers of options, sizes of lists, and the figures of past days, which the server
 * counts anew.
 */
export async function settleCompany(store: ImportStore, companyId: number): Promise<void> {
  for (let after = 0; ; ) {
    const tickets = await store.rows<{ id: number }>(
      `select target_id as id from import_ids where import_id = $1 and company_id = $2 and table_name = 'Tickets'
         and target_id > $3 order by target_id limit ${chunk}`,
      [store.origin, companyId, after],
    );
    if (tickets.length === 0) break;
    after = tickets.at(-1)?.id ?? 0;
    const ids = tickets.map(({ id }) => id);
    await store.batch(async () => {
      // whoever stores a message meanwhile waits, and its preview follows
      await store.rows('select from tickets where company_id = $1 and id = any($2) order by id for no key update', [
        companyId,
        ids,
      ]);
      await store.rows(previews, [companyId, ids]);
      await store.rows(firstResponses, [companyId, ids, store.origin]);
    });
  }
  await store.batch(async () => {
    for (const statement of statements) await store.rows(statement, [companyId]);
  });
}

const previews = `
  update tickets t set unread_messages = n.unread, last_message = n.body, last_message_from_me = n.from_me,
    last_message_ack = n.ack, last_message_type = n.type, last_message_at = n.written, last_arrival_at = n.created_at
  from (
    select k.id, u.unread, m.from_me, m.ack, least(m.sent_at, m.created_at) as written, m.created_at,
      case when m.is_deleted then 'deleted' else m.media_type end as type,
      case when m.is_deleted or (m.body = '' and m.data->'voice' is not null) then ''
        else coalesce(nullif(m.body, ''), m.media_name, '') end as body
    from tickets k
    cross join lateral (select * from messages m where m.company_id = k.company_id and m.ticket_id = k.id order by m.id desc limit 1) m
    cross join lateral (select count(*) as unread from messages r
      where r.company_id = k.company_id and r.ticket_id = k.id and not r.from_me and not r.read) u
    where k.company_id = $1 and k.id = any($2)) n
  where t.company_id = $1 and t.id = n.id and (t.unread_messages, t.last_message, t.last_message_from_me, t.last_message_ack,
    t.last_message_type, t.last_message_at, t.last_arrival_at)
    is distinct from (n.unread, n.body, n.from_me, n.ack, n.type, n.written, n.created_at)`;

/** Of attendances from before the import. */
const firstResponses = `
  update ticket_cycles y set first_response_at = f.at
  from (
    select c.id, min(m.created_at) as at from ticket_cycles c
    join import_ids i on i.import_id = $3 and i.company_id = c.company_id and i.table_name = 'Tickets' and i.target_id = c.ticket_id
    join messages m on m.company_id = c.company_id and m.ticket_id = c.ticket_id and m.from_me
      and m.created_at >= c.started_at and m.created_at <= coalesce(c.finished_at, 'infinity')
    where c.company_id = $1 and c.ticket_id = any($2) and c.first_response_at is null and c.created_at < i.created_at
    group by c.id) f
  where y.company_id = $1 and y.id = f.id`;

const statements = [
  `update tickets t set kanban_lane_id = l.lane from (
     select k.id, coalesce((select tt.tag_id from ticket_tags tt
       join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban = 1
       where tt.company_id = k.company_id and tt.ticket_id = k.id order by g.kanban_order, g.id limit 1), 0) as lane
     from tickets k where k.company_id = $1 and k.status <> 'closed') l
   where t.company_id = $1 and t.id = l.id and t.kanban_lane_id <> l.lane`,
  `update queue_options o set option = r.position from (
     select id, row_number() over (partition by queue_id, parent_id order by option, id)::int as position
     from queue_options where company_id = $1) r
   where o.company_id = $1 and o.id = r.id and o.option <> r.position`,
  `update contact_lists l set contacts_count = n.count from (
     select x.id, (select count(*) from contact_list_items i where i.company_id = x.company_id and i.contact_list_id = x.id) as count
     from contact_lists x where x.company_id = $1 for update) n
   where l.company_id = $1 and l.id = n.id and l.contacts_count <> n.count`,
  // a roll-up under way has counted without the rows of the import
  "select pg_advisory_xact_lock(hashtextextended('figures:' || $1::bigint, 0))",
  'delete from figure_days where company_id = $1',
];
