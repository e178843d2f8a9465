import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition, startOfDay } from '../../../../core/database/statements.js';
import type { TicketStatus } from '../../../conversations/tickets/ticket.entity.js';
import { ofQueues } from '../../../conversations/tickets/tickets.policy.js';
import { queueNames } from '../../../people/queues/crud/queues.queries.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import type { ReportFilters, ReportViewer } from './report-filters.js';

/** An attendance; the `time` of {@link attendances} formats times, and durations are in seconds. */
export interface AttendanceRow {
  readonly id: number;
  /** The moment that orders the report, in ISO 8601. */
  readonly at: string;
  readonly ticketId: number;
  readonly uuid: string;
  readonly code: number;
  readonly number: number;
  readonly status: TicketStatus;
  readonly contactId: number;
  readonly contactName: string;
  readonly contactNumber: string;
  readonly isGroup: boolean;
  readonly channel: string;
  readonly connection: string;
  readonly queueId: number | null;
  readonly queueName: string | null;
  readonly queueColor: string | null;
  /** The present department of the conversation. */
  readonly ticketQueueId: number | null;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly tags: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly arrivedAt: string;
  readonly startedAt: string | null;
  readonly firstResponseAt: string | null;
  readonly finishedAt: string | null;
  readonly waited: number | null;
  readonly responded: number | null;
  readonly served: number | null;
  readonly lasted: number | null;
  readonly rating: 1 | 2 | 3 | null;
  /** The advertisement that the customer came from. */
  readonly adId: string | null;
  readonly adTitle: string | null;
}

/** Figures of attendances: averages in seconds, null without any time. */
export interface ReportFigures {
  readonly attendances: number;
  readonly finished: number;
  readonly waited: number | null;
  readonly responded: number | null;
  readonly served: number | null;
  readonly rating: number | null;
  readonly rated1: number;
  readonly rated2: number;
  readonly rated3: number;
}

export interface AttendantFigures extends ReportFigures {
  readonly userId: number | null;
  readonly userName: string | null;
}

export interface AttendantDay extends AttendantFigures {
  /** YYYY-MM-DD */
  readonly day: string;
}

/** A report of one company, with the rights of its reader. */
export interface ReportScope {
  readonly companyId: number;
  readonly viewer: ReportViewer;
  readonly filters: ReportFilters;
  /** The company's time zone. */
  readonly zone: string;
  /** YYYY-MM-DD */
  readonly today: string;
}

const moments = { finish: 'y.finished_at', arrival: 'y.created_at' } as const;
const momentOf = ({ by }: ReportFilters): RawBuilder<unknown> => sql.ref(moments[by]);

/** On `y`: an unfinished attendance with an attendant is open, without one it is pending. */
const statusOf = sql<TicketStatus>`case when y.finished_at is not null then 'closed' when y.user_id is null then 'pending' else 'open' end`;
const statusConditions: Readonly<Record<TicketStatus, Condition>> = {
  closed: sql`y.finished_at is not null`,
  open: sql`y.finished_at is null and y.user_id is not null`,
  pending: sql`y.finished_at is null and y.user_id is null`,
};

/** An unfinished attendance counts for the present department of its ticket. */
const queueOf = ({ by, status }: ReportFilters): RawBuilder<unknown> =>
  by === 'finish' || status === 'closed'
    ? sql`y.queue_id`
    : sql`case when y.finished_at is null then t.queue_id else y.queue_id end`;

const anyOf = (conditions: readonly (Condition | null)[]): Condition[] => {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? [] : [sql`(${sql.join(given, sql` or `)})`];
};

/** Days in the given time zone; literal values let the planner estimate, which a subquery does not. */
const withinDays = (
  at: RawBuilder<unknown>,
  { from, until }: NonNullable<ReportFilters['days']>,
  zone: string,
): Condition[] => [
  sql<boolean>`${at} >= ${startOfDay(sql`${from}::date`, sql`${zone}`)}`,
  sql<boolean>`${at} < ${startOfDay(sql`${until}::date + 1`, sql`${zone}`)}`,
];

/** On `y`, and on `t` if {@link sourceOf} joins it. */
function conditionsOf({ companyId, viewer, filters, zone }: ReportScope): Condition[] {
  const {
    by,
    days,
    queueIds,
    withoutQueue,
    users,
    withoutAttendant,
    unaccepted,
    connections,
    tags,
    channel,
    status,
    rating,
    origin,
    ad,
  } = filters;
  const queue = queueOf(filters);
  return [
    sql<boolean>`y.company_id = ${companyId}`,
    ...(by === 'finish' && !days ? [sql<boolean>`y.finished_at is not null`] : []),
    ...(days ? withinDays(momentOf(filters), days, zone) : []),
    ofQueues(viewer, queue),
    ...anyOf([queueIds && sql`${queue} = any(${queueIds}::bigint[])`, withoutQueue ? sql`${queue} is null` : null]),
    ...anyOf([users && sql`y.user_id = any(${users}::bigint[])`, withoutAttendant ? sql`y.user_id is null` : null]),
    ...(unaccepted ? [sql<boolean>`y.started_at is null`] : []),
    ...(connections ? [sql<boolean>`t.connection_id = any(${connections}::bigint[])`] : []),
    ...(channel === null ? [] : [sql<boolean>`t.channel = ${channel}`]),
    ...(tags
      ? [
          sql<boolean>`exists (select 1 from ticket_tags tt
            where tt.company_id = y.company_id and tt.ticket_id = y.ticket_id and tt.tag_id = any(${tags}::bigint[]))`,
        ]
      : []),
    ...(status ? [statusConditions[status]] : []),
    ...(origin === null ? [] : [origin === 'ad' ? sql<boolean>`y.ad_id is not null` : sql<boolean>`y.ad_id is null`]),
    ...(ad === null ? [] : [sql<boolean>`y.ad_id = ${ad}`]),
    ...(rating === null
      ? []
      : [rating === 'none' ? sql<boolean>`y.rating is null` : sql<boolean>`y.rating = ${rating}`]),
  ];
}

/** Joins the ticket only if a condition needs it, because the join is the most expensive part. */
function sourceOf(scope: ReportScope): RawBuilder<unknown> {
  const { filters, viewer } = scope;
  const byQueue = filters.queueIds !== null || filters.withoutQueue || viewer.profile !== 'admin';
  const unfinished = filters.by === 'arrival' && filters.status !== 'closed';
  const needed = filters.connections !== null || filters.channel !== null || (byQueue && unfinished);
  const ticket = sql`join tickets t on t.company_id = y.company_id and t.id = y.ticket_id`;
  return needed ? sql`ticket_cycles y ${ticket}` : sql`ticket_cycles y`;
}

export interface AttendancePosition {
  readonly at: string;
  readonly id: number;
}

/** An attendance that an attendant began has no waiting time and no first response, as on the dashboard. */
const waiting = sql`case when y.started_at > y.created_at then y.started_at - y.created_at end`;
const responding = sql`case when y.started_at is distinct from y.created_at then y.first_response_at - y.created_at end`;

const seconds = (time: RawBuilder<unknown>): RawBuilder<number | null> => sql`round(extract(epoch from ${time}))::int`;

/** The attendances, newest first. @param time formats times: as they are stored, or {@link localTime} */
export function attendances(
  scope: ReportScope,
  { after, limit }: { readonly after: AttendancePosition | undefined; readonly limit: number },
  time: (column: string) => RawBuilder<string> = sql.ref,
): RawBuilder<AttendanceRow> {
  const at = momentOf(scope.filters);
  const beyond = after ? [sql<boolean>`(${at}, y.id) < (${after.at}::timestamptz, ${after.id})`] : [];
  return sql`
    select y.id, y.at as at, t.id as "ticketId", t.uuid, t.code, y.number, ${statusOf} as status, t.contact_id as "contactId",
      c.name as "contactName", c.number as "contactNumber", c.is_group as "isGroup", t.channel, w.name as connection, q.id as "queueId",
      q.name as "queueName", q.color as "queueColor", t.queue_id as "ticketQueueId", u.id as "userId", u.name as "userName",
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
        from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
        where tt.company_id = y.company_id and tt.ticket_id = y.ticket_id), '[]') as tags,
      ${time('y.created_at')} as "arrivedAt", ${time('y.started_at')} as "startedAt", ${time('y.first_response_at')} as "firstResponseAt",
      ${time('y.finished_at')} as "finishedAt", ${seconds(waiting)} as waited,
      ${seconds(responding)} as responded, ${seconds(sql`y.finished_at - y.started_at`)} as served,
      ${seconds(sql`y.finished_at - y.created_at`)} as lasted, y.rating,
      y.ad_id as "adId", y.ad_title as "adTitle"
    from (select y.*, ${at} as at from ${sourceOf(scope)} where ${allOf([...conditionsOf(scope), ...beyond])}
      order by ${at} desc, y.id desc limit ${sql.lit(limit)}) y
    join tickets t on t.company_id = y.company_id and t.id = y.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join ${userNames} u on u.company_id = y.company_id and u.id = y.user_id
    left join ${queueNames} q on q.company_id = y.company_id
      and q.id = case when y.finished_at is null then t.queue_id else y.queue_id end
    order by y.at desc, y.id desc`;
}

/** A time in the given zone, as `2026-11-23 14:05:00`. */
export const localTime =
  (zone: string) =>
  (column: string): RawBuilder<string> =>
    sql`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;

/** Counts up to `limit`. */
export const countAttendances = (scope: ReportScope, limit: number): RawBuilder<{ count: number }> => sql`
  select count(*)::int as count from (
    select 1 from ${sourceOf(scope)} where ${allOf(conditionsOf(scope))} limit ${sql.lit(limit)}) x`;

const averageOf = (time: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`extract(epoch from avg(${time}))::float8`;
const rated = (rating: number): RawBuilder<number> => sql`count(*) filter (where y.rating = ${sql.lit(rating)})::int`;

const figures = sql`
  count(*)::int as attendances, count(y.finished_at)::int as finished, ${averageOf(waiting)} as waited,
  ${averageOf(responding)} as responded, ${averageOf(sql`y.finished_at - y.started_at`)} as served,
  avg(y.rating)::float8 as rating, ${rated(1)} as rated1, ${rated(2)} as rated2, ${rated(3)} as rated3`;

/** Figures of all attendances and of each attendant. Rows without attendant have no name; `total` marks the sum. */
export const reportTotals = (scope: ReportScope): RawBuilder<AttendantFigures & { total: boolean }> => sql`
  select f.*, u.name as "userName" from (
    select y.user_id as "userId", grouping(y.user_id) = 1 as total, ${figures}
    from ${sourceOf(scope)} where ${allOf(conditionsOf(scope))} group by grouping sets ((), (y.user_id))) f
  left join ${userNames} u on u.company_id = ${scope.companyId} and u.id = f."userId"
  order by f.finished desc, f.attendances desc, f."userId"`;

export interface AttendantDayPosition {
  readonly day: string;
  readonly userId: number | null;
}

/**
 * The figures of each attendant on each day, newest day first. It counts day by day until the page is full, so that a
 * page costs no more than its own days.
 */
export function attendantDays(
  scope: ReportScope,
  days: NonNullable<ReportFilters['days']>,
  { after, limit }: { readonly after?: AttendantDayPosition | undefined; readonly limit: number },
): RawBuilder<AttendantDay> {
  const at = momentOf(scope.filters);
  const { zone } = scope;
  const beyond = after
    ? sql<boolean>`(d.day < ${after.day}::date or coalesce(f."userId", 0) > ${after.userId ?? 0})`
    : sql<boolean>`true`;
  return sql`
    select to_char(f.day, 'YYYY-MM-DD') as day, f."userId", u.name as "userName", f.attendances, f.finished, f.waited, f.responded, f.served,
      f.rating, f.rated1, f.rated2, f.rated3
    from (
      select d.day, f.* from (select day::date as day from generate_series(${after?.day ?? days.until}::date, ${days.from}::date, interval '-1 day') day
        order by day desc) d
      cross join lateral (
        select y.user_id as "userId", ${figures} from ${sourceOf(scope)}
        where ${allOf(conditionsOf({ ...scope, filters: { ...scope.filters, days: null } }))}
          and ${at} >= ${startOfDay(sql`d.day`, sql`${zone}`)} and ${at} < ${startOfDay(sql`d.day + 1`, sql`${zone}`)}
        group by y.user_id) f
      where ${beyond}
      order by d.day desc, coalesce(f."userId", 0) limit ${sql.lit(limit)}) f
    left join ${userNames} u on u.company_id = ${scope.companyId} and u.id = f."userId"
    order by f.day desc, coalesce(f."userId", 0)`;
}

/** The company's time zone and its present day. */
export const calendarOf = (companyId: number): RawBuilder<{ zone: string; today: string }> => sql`
  select timezone as zone, to_char(now() at time zone timezone, 'YYYY-MM-DD') as today from companies where id = ${companyId}`;
