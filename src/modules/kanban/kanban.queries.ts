import { type RawBuilder, sql } from 'kysely';
import { type Condition, offsetBy } from '../../core/database/statements.js';
import { maxLanes } from '../tags/tags.dto.js';
import type { TicketRow } from '../tickets/tickets.queries.js';

/** A conversation as a card shows it: members of a ticket under their names. */
export type KanbanTicket = Pick<
  TicketRow,
  | 'id'
  | 'uuid'
  | 'status'
  | 'userId'
  | 'user'
  | 'queueId'
  | 'queue'
  | 'contactId'
  | 'channel'
  | 'unreadMessages'
  | 'lastMessage'
  | 'lastMessageFromMe'
  | 'lastMessageType'
  | 'lastMessageAt'
  | 'waitingSince'
  | 'tags'
  | 'kanbanPosition'
  | 'updatedAt'
> & { readonly contact: Pick<TicketRow['contact'], 'id' | 'name' | 'number' | 'profilePicUrl'> };

export interface LaneRow {
  readonly id: number;
  readonly name: string | null;
  readonly color: string | null;
  /** Of one page and one card more, in their order. */
  readonly ids: readonly number[];
  readonly count: number;
}

export interface LanePage {
  /** undefined: all lanes. */
  readonly laneId: number | undefined;
  readonly after: { readonly position: string; readonly id: number } | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Cards are counted up to so many. */
  readonly countLimit: number;
}

/** The lanes in their order, 0 first, with the cards of one page each. @param where on the alias `t` */
export function lanesWithCards(
  companyId: number,
  where: Condition,
  { laneId, after, offset, limit, countLimit }: LanePage,
): RawBuilder<LaneRow> {
  const one = laneId === undefined ? sql`` : sql`where l.id = ${laneId}`;
  const cards = sql`select t.id from tickets t where ${where} and t.status <> 'closed' and t.kanban_lane_id = l.id`;
  const ordered = sql`order by t.kanban_position desc, t.id desc`;
  const from = after ? sql`and (t.kanban_position, t.id) < (${after.position}::numeric, ${after.id}::bigint)` : sql``;
  const page = sql`select array_agg(p.id) from (${cards} ${from} ${ordered} limit ${sql.lit(limit + 1)} ${offsetBy(offset)}) p`;
  return sql`
    select l.id, l.name, l.color, c.count, coalesce(to_json(${after || offset > 0 ? sql`(${page})` : sql`c.ids`}), '[]') as ids
    from (select 0::bigint as id, null as name, null as color, 0::bigint as place
      union all (select g.id, g.name, g.color, row_number() over (order by g.kanban_order, g.id) from tags g
        where g.company_id = ${companyId} and g.kanban = 1 order by g.kanban_order, g.id limit ${sql.lit(maxLanes)})) l
    cross join lateral (select count(*)::int as count, (array_agg(c.id))[:${sql.lit(limit + 1)}] as ids
      from (${cards} ${ordered} limit ${sql.lit(countLimit + 1)}) c) c
    ${one} order by l.place`;
}

/** A card before its members are put together, which the database would do more slowly. */
export interface CardRow
  extends Omit<KanbanTicket, 'user' | 'queue' | 'contact' | 'lastMessageAt' | 'waitingSince' | 'updatedAt'> {
  readonly userName: string | null;
  readonly queueName: string | null;
  readonly queueColor: string | null;
  readonly contactName: string;
  readonly contactNumber: string;
  readonly profilePicUrl: string | null;
  /** In ms since 1970, as the other times. */
  readonly messageAt: number;
  readonly queuedAt: number | null;
  readonly changedAt: number;
}

const time = (column: string): RawBuilder<unknown> => sql`date_part('epoch', ${sql.ref(column)}) * 1000`;

export const cardsOf = (companyId: number, ids: readonly number[]): RawBuilder<CardRow> => sql`
  select t.id, t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", t.contact_id as "contactId", t.channel,
    t.unread_messages as "unreadMessages", left(t.last_message, 200) as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
    t.last_message_type as "lastMessageType", t.kanban_position::text as "kanbanPosition", u.name as "userName",
    q.name as "queueName", q.color as "queueColor", c.name as "contactName", c.number as "contactNumber",
    c.profile_pic_url as "profilePicUrl", ${time('t.last_message_at')} as "messageAt", ${time('t.updated_at')} as "changedAt",
    case when t.status = 'pending' then (select ${time('y.queued_at')} from ticket_cycles y
      where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1) end as "queuedAt",
    coalesce(g.tags, '[]') as tags
  from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join (select tt.ticket_id, json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name) as tags
    from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = ${companyId} and tt.ticket_id = any(${ids}::bigint[]) group by 1) g on g.ticket_id = t.id
  where t.company_id = ${companyId} and t.id = any(${ids}::bigint[])`;
