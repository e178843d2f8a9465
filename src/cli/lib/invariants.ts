import { sql } from 'kysely';
import type { Db } from '../../core/database/db.js';
import { allForeignKeys } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';

/** Holds between any two transactions; `sql` returns the violating rows. */
export interface Invariant {
  readonly name: string;
  readonly sql: string;
  /** Maintained by a running server only. */
  readonly running?: true;
}

export interface Violation {
  readonly name: string;
  readonly count: number;
  /** The first few violating rows. */
  readonly examples: readonly object[];
}

const newestCycle = `
  select distinct on (company_id, ticket_id) company_id, ticket_id, number, finished_at, user_id
  from ticket_cycles order by company_id, ticket_id, number desc`;

const job = (names: string, field: string, of: string): string =>
  `exists (select from outbox_jobs j where j.company_id = ${of}.company_id and j.name ${names} and (j.payload->>'${field}')::bigint = ${of}.id)`;

export const invariants: readonly Invariant[] = [
  {
    name: 'no message is being sent past its lease and five minutes',
    running: true,
    sql: `select m.company_id, m.id, m.leased_until from messages m
      where m.status = 'sending' and coalesce(m.leased_until, m.updated_at) < now() - interval '5 minutes'`,
  },
  {
    name: 'every message on its way out has the job that sends it',
    sql: `select m.company_id, m.id, m.status from messages m
      where m.status in ('queued', 'sending') and not ${job("= 'send-message'", 'messageId', 'm')}`,
  },
  {
    name: 'every uncertain message has the job that settles it',
    sql: `select m.company_id, m.id from messages m
      where m.status = 'uncertain' and not ${job("= 'settle-uncertain'", 'messageId', 'm')}`,
  },
  {
    name: 'what providers told us over a minute ago is handled, or its job waits or failed',
    sql: `select i.company_id, i.id, i.event_id, i.created_at from inbox_events i
      where i.processed_at is null and i.created_at < now() - interval '1 minute' and not ${job("like 'on:%'", 'inboxId', 'i')}`,
  },
  {
    name: 'the unread counter of a conversation is the number of its unread messages',
    sql: `select t.company_id, t.id, t.unread_messages, coalesce(m.unread, 0) as counted from tickets t
      left join (select company_id, ticket_id, count(*) as unread from messages where not from_me and not read group by 1, 2) m
        on m.company_id = t.company_id and m.ticket_id = t.id
      where t.unread_messages <> coalesce(m.unread, 0)`,
  },
  {
    name: 'a contact has at most one conversation per connection that is not closed',
    sql: `select company_id, contact_id, whatsapp_id, array_agg(id) as tickets from tickets
      where status <> 'closed' group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: 'an open conversation has an attendant, a pending one has none',
    sql: `select company_id, id, status, user_id from tickets
      where (status = 'open' and user_id is null) or (status = 'pending' and user_id is not null)`,
  },
  {
    name: 'the newest attendance is unfinished exactly while its conversation is not closed',
    sql: `select t.company_id, t.id, t.status, y.number, y.finished_at from tickets t
      left join (${newestCycle}) y on y.company_id = t.company_id and y.ticket_id = t.id
      where y.number is null or (t.status = 'closed') <> (y.finished_at is not null)`,
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
    name: 'what lists show of the last message is the newest message',
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
    name: 'a company with connections has exactly one default',
    sql: `select company_id, count(*) filter (where is_default) as defaults from connections
      where deleted_at is null group by company_id having count(*) filter (where is_default) <> 1`,
  },
  {
    name: 'no protocol is beyond the last one its company gave',
    sql: `select t.company_id, t.id, t.code, c.last_ticket_code from tickets t join companies c on c.id = t.company_id
      where t.code > c.last_ticket_code`,
  },
  {
    name: 'a file lies in the folder of its company',
    sql: `select company_id, id, media_key, thumb_media_key from messages
      where split_part(media_key, '/', 1) <> company_id::text or split_part(thumb_media_key, '/', 1) <> company_id::text`,
  },
  {
    name: 'the preferred connection of a user is of the same company',
    sql: `select u.company_id, u.id, u.whatsapp_id from users u where u.whatsapp_id is not null and not exists (
      select from connections w where w.company_id = u.company_id and w.id = u.whatsapp_id)`,
  },
];

/** Every foreign key references a row, of the same company between tenant tables. */
function referenceInvariants(db: Db): Invariant[] {
  const metadata = db.em.getMetadata();
  return allForeignKeys.map(({ owner, property, target }) => {
    const from = metadata.get(owner);
    const to = metadata.get(target());
    const column = (from.properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
    const same = target().prototype instanceof TenantEntity ? 'r.company_id = o.company_id and ' : '';
    return {
      name: `${from.tableName}.${column} leads to a row of ${to.tableName}${same && ' of the same company'}`,
      sql: `select o.id, o."${column}" from "${from.tableName}" o
        where o."${column}" is not null and not exists (select from "${to.tableName}" r where ${same}r.id = o."${column}")`,
    };
  });
}

const exampleCount = 5;

/**
 * The violated invariants; the current transaction must be the platform's. With `stopped`, without those that a running
 * server maintains.
 */
export async function checkInvariants(db: Db, { stopped = false } = {}): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, sql: violating, running } of [...invariants, ...referenceInvariants(db)]) {
    if (stopped && running) continue;
    const rows = await db.rows(
      sql`with violating as materialized (${sql.raw(violating)})
       select (select count(*) from violating) as "count", to_jsonb(v) as example from violating v limit ${sql.lit(exampleCount)}`,
    );
    const found = rows as { count: number; example: object }[];
    if (found[0]) violations.push({ name, count: found[0].count, examples: found.map(({ example }) => example) });
  }
  return violations;
}
