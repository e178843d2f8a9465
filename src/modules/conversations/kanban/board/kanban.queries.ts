import { type RawBuilder, sql } from 'kysely';
import { type Condition, offsetBy } from '../../../../core/database/statements.js';
import { maxLanes } from '../../../contacts/tags/tags.dto.js';
import { ticketMessages } from '../../tickets/queries/ticket-messages.queries.js';
import { shownPreview, type TicketRow } from '../../tickets/queries/tickets.queries.js';

/** The fields of a ticket that a card of the board shows. */
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
  | 'unreadMessages'
  | 'lastMessage'
  | 'lastMessageFromMe'
  | 'lastMessageType'
  | 'lastMessageUserId'
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
  /** Ids of one page of cards and of one card more, in the order of the lane. */
  readonly ids: readonly number[];
  readonly count: number;
}

export interface LanePage {
  /** undefined: all lanes. */
  readonly laneId: number | undefined;
  readonly after: { readonly position: string; readonly id: number } | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Counting stops at this number of cards. */
  readonly countLimit: number;
}

/** The lanes in their order, 0 (no lane) first, each with one page of cards. @param where condition on the alias `t` */
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

/** A card as the statement selects it: `tags` are ids. */
export type CardRow = Omit<KanbanTicket, 'user' | 'queue' | 'tags'> & { readonly tags: readonly number[] };

/** About as many characters as two lines of a card show. */
const previewLength = 120;

export const cardsOf = (companyId: number, ids: readonly number[]): RawBuilder<Omit<CardRow, 'tags'>> => sql`
  select t.id, t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", t.contact_id as "contactId",
    t.unread_messages as "unreadMessages", ${shownPreview(previewLength)}, t.kanban_position::text as "kanbanPosition", c.id as "contact.id",
    c.name as "contact.name", c.number as "contact.number", c.profile_pic_url as "contact.profilePicUrl", t.last_message_at as "lastMessageAt",
    t.updated_at as "updatedAt",
    case when t.status = 'pending' then (select y.queued_at from ticket_cycles y
      where y.company_id = t.company_id and y.ticket_id = t.id order by y.number desc limit 1) end as "waitingSince"
  from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join lateral (${ticketMessages().shown}) m on true
  where t.company_id = ${companyId} and t.id = any(${ids}::bigint[])`;

/** Ids of the tags of each ticket. One statement, as a subselect for each card takes as long as selecting the cards. */
export const tagsOf = (
  companyId: number,
  ids: readonly number[],
): RawBuilder<{ ticketId: number; tags: number[] }> => sql`
  select tt.ticket_id as "ticketId", array_agg(tt.tag_id) as tags from ticket_tags tt
  where tt.company_id = ${companyId} and tt.ticket_id = any(${ids}::bigint[]) group by 1`;
