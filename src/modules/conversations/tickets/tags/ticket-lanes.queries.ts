import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { lanesOf } from '../queries/ticket-references.queries.js';

/** Sets the lanes of tickets from their tags. @param where condition on the alias `t` */
const refreshLanes = (companyId: number, where: Condition): Statement => sql`
  update tickets t set kanban_lane_id = l.lane_id
  from (select t.id, coalesce((select tt.tag_id from ticket_tags tt
      join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban = 1
      where tt.company_id = t.company_id and tt.ticket_id = t.id order by g.kanban_order, g.id limit 1), 0) as lane_id
    from tickets t where t.company_id = ${companyId} and ${where}) l
  where t.company_id = ${companyId} and t.id = l.id and t.kanban_lane_id <> l.lane_id`;

/** Sets the lane of a ticket from its tags. */
export const refreshLane = (companyId: number, ticketId: number): Statement =>
  refreshLanes(companyId, sql`t.id = ${ticketId}`);

/** Sets the lanes of all tickets that are not closed. */
export const refreshOpenLanes = (companyId: number): Statement => refreshLanes(companyId, sql`t.status <> 'closed'`);

/**
 * {@link refreshLane} for a ticket that was closed, without `lockLanes`: its tags are locked instead, so that the lane
 * is still correct at the commit.
 */
export const returnToLane = (companyId: number, ticketId: number, position: RawBuilder<unknown>): Statement => sql`
  with g as materialized (select g.id, g.kanban, g.kanban_order from tags g where g.company_id = ${companyId}
    and g.id in (select tt.tag_id from ticket_tags tt where tt.company_id = ${companyId} and tt.ticket_id = ${ticketId})
    order by g.id for share of g)
  update tickets set kanban_position = ${position},
    kanban_lane_id = coalesce((select id from g where kanban = 1 order by kanban_order, id limit 1), 0)
  where company_id = ${companyId} and id = ${ticketId}`;

export const topPosition = sql`extract(epoch from clock_timestamp())`;
export const keptPosition = sql`kanban_position`;

/** The target of a moved card in a lane: below one card, above another one, or at the top. */
export interface LanePlace {
  readonly afterId?: number | null;
  readonly beforeId?: number | null;
}

export interface LaneGap {
  /** Position of the card above; null: the gap is at the top. */
  readonly above: string | null;
  readonly below: string | null;
}

/**
 * Statements for the gap of a position in the lane, without the moved card; the first one that returns a row counts.
 * @param visible condition on the alias `t`: cards to which the position may refer
 */
export function laneGaps(
  companyId: number,
  visible: Condition,
  { ticketId, laneId }: { readonly ticketId: number; readonly laneId: number },
  { afterId, beforeId }: LanePlace,
): Statement<LaneGap>[] {
  const others = sql`from tickets t where t.company_id = ${companyId} and t.status <> 'closed'
    and t.kanban_lane_id = ${laneId} and t.id <> ${ticketId}`;
  const card = (id: number) =>
    sql`(select t.kanban_position as position, t.id ${others} and t.id = ${id} and ${visible}) c`;
  const next = (side: 'above' | 'below') => {
    const [comparison, order] = side === 'above' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
    return sql`(select t.kanban_position::text ${others} and (t.kanban_position, t.id) ${comparison} (c.position, c.id)
      order by t.kanban_position ${order}, t.id ${order} limit 1)`;
  };
  return [
    ...(afterId
      ? [sql<LaneGap>`select c.position::text as above, ${next('below')} as below from ${card(afterId)}`]
      : []),
    ...(beforeId
      ? [sql<LaneGap>`select ${next('above')} as above, c.position::text as below from ${card(beforeId)}`]
      : []),
    sql<LaneGap>`select null as above, (select max(t.kanban_position)::text ${others}) as below`,
  ];
}

/**
 * A position in a gap, near its middle and with as few digits as possible: a thousand moves into the same gap cause
 * about 300 digits. After 2,000 digits, more than 6,000 moves, positions become equal, and ids decide the order.
 */
function positionIn({ above, below }: LaneGap): RawBuilder<unknown> {
  if (above === null) return below === null ? topPosition : sql`greatest(${topPosition}, ${below}::numeric + 0.000001)`;
  if (below === null) return sql`${above}::numeric - 1`;
  const [high, low] = [sql`${above}::numeric`, sql`${below}::numeric`];
  return sql`trim_scale(round((${high} + ${low}) * 0.5, coalesce(ceil(-log(nullif(${high} - ${low}, 0)))::int + 1, 2000)))`;
}

export const moveCard = (companyId: number, ticketId: number, laneId: number, gap: LaneGap): Statement => sql`
  update tickets set kanban_lane_id = ${laneId}, kanban_position = ${positionIn(gap)}
  where company_id = ${companyId} and id = ${ticketId}`;

/** Removes all lane tags of the ticket except one. */
export const removeLanes = (companyId: number, ticketId: number, keptId: number): Statement => sql`
  delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId} and tag_id <> ${keptId}
    and tag_id in (${lanesOf(companyId)})`;

export const lockTicket = (companyId: number, ticketId: number): Statement => sql`
  select 1 from tickets where company_id = ${companyId} and id = ${ticketId} for no key update`;
