import { sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { botAttendances, optionPaths } from '../../../automation/chatbot/queries/bot-figures.queries.js';
import { ofQueues, visibleTo } from '../../../conversations/tickets/tickets.policy.js';
import { queueNames } from '../../../people/queues/crud/queues.queries.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import {
  arrivals,
  bucketCount,
  contactsByDay,
  figures,
  type Period,
  type Summing,
  sumsOf,
} from '../figures/figures.queries.js';

type Viewer = Pick<Actor, 'userId' | 'profile' | 'queueIds' | 'allTicket'>;

/** On the alias `f`: admins see all figures, supervisors those of their departments, users their own. */
function seenBy(actor: Viewer): Condition {
  return actor.profile === 'user' ? sql`f.user_id = ${actor.userId}` : ofQueues(actor, sql`f.queue_id`);
}

/** The scope whose stored rows are the fewest to sum for figures by department. */
const queueScope = (actor: Viewer) => (actor.profile === 'user' ? 'both' : 'queue');
/** The same for figures by user; only admins see all departments, so others need rows by department. */
const userScope = (actor: Viewer) => (actor.profile === 'admin' ? 'user' : 'both');

const summing = (companyId: number, period: Period, actor: Viewer): Summing => ({
  companyId,
  period,
  seen: seenBy(actor),
});

/** On the alias `u` of users: the users that are listed even without figures. */
function colleaguesOf(actor: Viewer): Condition {
  if (actor.profile === 'admin') return sql`u.active`;
  if (actor.profile === 'user') return sql`u.id = ${actor.userId}`;
  return sql`u.active and (u.id = ${actor.userId} or exists (select 1 from user_queues uq
    where uq.company_id = u.company_id and uq.user_id = u.id and uq.queue_id = any(${actor.queueIds}::bigint[])))`;
}

/** Sums of a user, or of no user, in the period or in the one before. */
export interface UserFigures {
  readonly userId: number | null;
  readonly current: boolean;
  readonly finished: number;
  readonly unattended: number;
  readonly waited: number;
  readonly waitingSeconds: number;
  readonly serviceSeconds: number;
  readonly ratings: readonly [number, number, number];
}

export const userFigures = (companyId: number, period: Period, actor: Viewer): Statement<UserFigures> => sql`
  select f.user_id as "userId", f.current, sum(f.finished) as finished,
    sum(f.unattended) as unattended, sum(f.waited) as waited, sum(f.waiting_seconds)::bigint as "waitingSeconds",
    sum(f.service_seconds)::bigint as "serviceSeconds", json_build_array(sum(f.rated1), sum(f.rated2), sum(f.rated3)) as ratings
  from (${figures(summing(companyId, period, actor), userScope(actor), 'user_id')}) f group by 1, 2`;

/** Counts of times by bound, of a department or of no department. */
export interface QueueFigures {
  readonly queueId: number | null;
  readonly current: boolean;
  readonly finished: number;
  readonly unattended: number;
  readonly firstResponse: readonly number[];
  readonly resolution: readonly number[];
}

export const queueFigures = (companyId: number, period: Period, actor: Viewer): Statement<QueueFigures> => sql`
  select f.queue_id as "queueId", f.current, sum(f.finished) as finished,
    sum(f.unattended) as unattended, ${sumsOf('f.first_response', bucketCount)} as "firstResponse",
    ${sumsOf('f.resolution', bucketCount)} as resolution
  from (${figures(summing(companyId, period, actor), queueScope(actor), 'queue_id')}) f group by 1, 2`;

export interface QueueTargets {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly firstResponseTarget: number | null;
  readonly resolutionTarget: number | null;
}

/** The departments with their targets, in the order of menus; removed ones come last, without targets. */
export const queueTargets = (companyId: number): Statement<QueueTargets> => sql`
  select n.id, n.name, n.color, q.first_response_target as "firstResponseTarget", q.resolution_target as "resolutionTarget"
  from ${queueNames} n left join queues q on q.company_id = n.company_id and q.id = n.id
  where n.company_id = ${companyId} order by q.id is null, q.order_queue nulls last, n.name`;

export interface Attendant {
  readonly id: number;
  readonly name: string;
  readonly online: boolean;
}

interface Now {
  readonly open: number;
  readonly pending: number;
  readonly contacts: number;
  readonly contactsBefore: number;
  readonly attendants: readonly Attendant[];
}

/** @param userIds users who have figures; removed ones are never online */
export const now = (
  companyId: number,
  period: Period,
  actor: Viewer,
  userIds: readonly number[],
): Statement<Now> => sql`
  select t.open, t.pending, k.contacts, k.before as "contactsBefore", u.attendants
  from (select count(*) filter (where t.status = 'open') as open, count(*) filter (where t.status = 'pending') as pending
      from tickets t where t.company_id = ${companyId} and t.status in ('open', 'pending') and ${visibleTo(actor)}) t,
    (select coalesce(sum(n.contacts) filter (where n.day >= ${period.from}::date), 0) as contacts,
      coalesce(sum(n.contacts) filter (where n.day < ${period.from}::date), 0) as before
      from (${contactsByDay(companyId, period)}) n) k,
    (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'online', coalesce(u.active, false) and exists (
        select 1 from user_presence p where p.company_id = n.company_id and p.user_id = n.id and p.expires_at > now()))
        order by n.name, n.id), '[]') as attendants
      from ${userNames} n left join users u on u.company_id = n.company_id and u.id = n.id
      where n.company_id = ${companyId} and (n.id = any(${userIds}::bigint[]) or ${colleaguesOf(actor)})) u`;

export const arrivalsByDay = (
  companyId: number,
  period: Period,
  actor: Viewer,
): Statement<{ day: string; total: number }> => sql`
  select f.key::text as day, sum(f.arrived) as total
  from (${arrivals(summing(companyId, period, actor), queueScope(actor), sql`f.arrived_on`)}) f group by 1`;

const weekday = sql`date_part('isodow', f.arrived_on)::int`;

/** Arrivals in each hour of each day of the week; 1 is Monday. */
export const arrivalsByHour = (
  companyId: number,
  period: Period,
  actor: Viewer,
): Statement<{ weekday: number; hours: readonly number[] }> => sql`
  select f.key as weekday, ${sumsOf('f.hours', 24)} as hours
  from (${arrivals(summing(companyId, period, actor), queueScope(actor), weekday)}) f group by 1`;

export const finishedByUser = (
  companyId: number,
  period: Period,
  actor: Viewer,
): Statement<{ id: number; nome: string; quantidade: number }> => sql`
  select u.id, u.name as nome, f.finished as quantidade
  from (select f.user_id, sum(f.finished) as finished
    from (${figures(summing(companyId, { ...period, first: period.from }, actor), userScope(actor), 'user_id')}) f group by 1) f
  join ${userNames} u on u.company_id = ${companyId} and u.id = f.user_id order by f.finished desc, u.name`;

/** Attendances in which the bot took part. */
export interface BotCounts {
  readonly current: boolean;
  readonly attendances: number;
  readonly contained: number;
  readonly handedOver: number;
}

export const botCounts = (companyId: number, period: Period, actor: Viewer): Statement<BotCounts> => sql`
  select f.current, count(*)::int as attendances, count(*) filter (where f.contained)::int as contained,
    count(*) filter (where f.handed)::int as "handedOver"
  from (${botAttendances(companyId, period)}) f where ${seenBy(actor)} group by 1`;

/** What contacts chose in menus: a department, or one of its options. */
export interface BotChoiceCount {
  readonly queueId: number;
  readonly queue: string;
  /** The titles from the department's first menu down; null if the department itself was chosen. */
  readonly option: string | null;
  readonly attendances: number;
  /** Attendances of this choice that an attendant took over. */
  readonly handedOver: number;
}

export const botChoiceCounts = (companyId: number, period: Period, actor: Viewer): Statement<BotChoiceCount> => sql`
  select q.id as "queueId", q.name as queue, p.path as option, n.attendances, n.handed as "handedOver"
  from (select b.queue_id, b.option_id, count(distinct f.session_id)::int as attendances,
      count(distinct f.session_id) filter (where f.handed)::int as handed
    from (${botAttendances(companyId, period)}) f
    join bot_choices b on b.company_id = ${companyId} and b.session_id = f.session_id
    where f.current and ${seenBy(actor)} group by 1, 2) n
  join queues q on q.company_id = ${companyId} and q.id = n.queue_id
  left join (${optionPaths(companyId)}) p on p.id = n.option_id
  order by q.order_queue nulls last, q.name, p.path nulls first limit 500`;
