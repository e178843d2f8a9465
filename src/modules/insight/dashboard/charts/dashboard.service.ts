import { Injectable } from '@nestjs/common';
import { isDay, wallClockAt } from '../../../../core/calendar.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { dayOrMomentParam, invalidQuery, type Query, textParam } from '../../../../core/resource/list-query.js';
import { targetMinutes } from '../../../people/queues/queues.dto.js';
import { timeZoneOf } from '../../../platform/companies/registration/companies.queries.js';
import { dashboardErrors } from '../dashboard.errors.js';
import { type Period, periodOf } from '../figures/figures.queries.js';
import { type FirstSteps, firstSteps } from '../first-steps/first-steps.queries.js';
import {
  type Attendant,
  arrivalsByDay,
  arrivalsByHour,
  type BotChoiceCount,
  type BotCounts,
  botChoiceCounts,
  botCounts,
  finishedByUser,
  now,
  type QueueFigures,
  queueFigures,
  queueTargets,
  type UserFigures,
  userFigures,
} from './dashboard.queries.js';

/** Figures of attendances that finished in a period. Times are averages in minutes, null without any time. */
export interface FinishedCounters {
  readonly supportFinished: number;
  /** Finished attendances that never had an attendant. */
  readonly withoutAttendant: number;
  /** Contacts created in the period. */
  readonly leads: number;
  readonly averageWaitingTime: number | null;
  readonly averageServiceTime: number | null;
  readonly avgWaitTime: number | null;
  readonly avgSupportTime: number | null;
  /** How many gave 1 (unsatisfied), 2 and 3 (very satisfied). */
  readonly ratings: readonly number[];
}

/** Also has the present numbers, whatever the period. */
export interface DashboardCounters extends FinishedCounters {
  readonly supportHappening: number;
  readonly supportPending: number;
}

export interface DashboardAttendant extends Attendant {
  /** The average of ratings from 1 to 3; null without ratings. */
  readonly rating: number | null;
  /** The average minutes from acceptance to close. */
  readonly avgSupportTime: number | null;
  /** The number of attendances that finished in the period. */
  readonly tickets: number;
}

export interface DashboardPeriod {
  readonly from: string;
  readonly until: string;
  readonly previousFrom: string;
}

export interface Dashboard {
  readonly counters: DashboardCounters;
  readonly attendants: readonly DashboardAttendant[];
  /** The figures of the preceding period of the same length. */
  readonly previous: FinishedCounters;
  readonly period: DashboardPeriod;
}

/** Percentiles of times, as bounds in minutes: half of the times are up to `p50`. */
export interface TimesToTarget {
  readonly target: number | null;
  readonly count: number;
  /** null if there are no times, or if the percentile exceeds the last bound. */
  readonly p50: number | null;
  readonly p90: number | null;
  /** How many times were within the target; null without a target. */
  readonly withinTarget: number | null;
}

export interface DepartmentFigures {
  readonly finished: number;
  readonly withoutAttendant: number;
  readonly firstResponse: TimesToTarget;
  readonly resolution: TimesToTarget;
}

export interface DashboardDepartment extends DepartmentFigures {
  /** null for conversations without a department. */
  readonly id: number | null;
  readonly name: string | null;
  readonly color: string | null;
  readonly previous: DepartmentFigures;
}

/** Outcomes of finished attendances in which the bot took part. */
export interface BotOutcomes {
  readonly attendances: number;
  /** The contact got an answer and needed no attendant. */
  readonly contained: number;
  /** An attendant took it over. */
  readonly handedOver: number;
  /** Neither: the contact stopped answering. */
  readonly abandoned: number;
}

export interface BotFigures extends BotOutcomes {
  readonly previous: BotOutcomes;
  readonly choices: readonly BotChoiceCount[];
}

export type ArrivalsRow =
  | { readonly horario: number; readonly total: number }
  | { readonly data: string; readonly total: number };

/** The count of a user; our own screens use the id. */
export interface UserCount {
  readonly id: number;
  readonly nome: string;
  readonly quantidade: number;
}

/** Arrivals on a weekday in each hour; 1 is Monday. */
export interface WeekdayArrivals {
  readonly weekday: number;
  readonly hours: readonly number[];
}

/** `count` is the sum of the rows. */
export interface ArrivalsChart {
  readonly data: readonly ArrivalsRow[];
  readonly count: number;
}

export interface UsersChart {
  readonly data: readonly UserCount[];
  readonly count: number;
}

export interface WeekdaysChart {
  readonly data: readonly WeekdayArrivals[];
  readonly count: number;
}

const maxDays = 731;
const dayMs = 86_400_000;

/** Figures that the caller may see. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  async overview(query: Query): Promise<Dashboard> {
    const { companyId, actor } = this.context;
    const period = await this.period(query);
    const rows = await this.db.rows(userFigures(companyId, period, actor));
    const current = rows.filter((row) => row.current);
    const userIds = current.flatMap(({ userId }) => userId ?? []);
    const present = await this.db.row(now(companyId, period, actor, userIds));
    const { open = 0, pending = 0, contacts = 0, contactsBefore = 0, attendants = [] } = present ?? {};
    const figuresOf = new Map(current.map((row) => [row.userId, row]));
    return {
      counters: { supportHappening: open, supportPending: pending, ...finishedCounters(current, contacts) },
      attendants: attendants.map((attendant) => attendantOf(attendant, figuresOf.get(attendant.id))),
      previous: finishedCounters(
        rows.filter((row) => !row.current),
        contactsBefore,
      ),
      period: { from: period.from, until: period.until, previousFrom: period.first },
    };
  }

  async departments(query: Query): Promise<DashboardDepartment[]> {
    const { companyId, actor } = this.context;
    const period = await this.period(query);
    const rows = await this.db.rows(queueFigures(companyId, period, actor));
    const targets = await this.db.rows(queueTargets(companyId));
    const none = { id: null, name: null, color: null, firstResponseTarget: null, resolutionTarget: null };
    return [...targets, none].flatMap(({ firstResponseTarget, resolutionTarget, ...queue }) => {
      const own = rows.filter(({ queueId }) => queueId === queue.id);
      const figures = (wanted: boolean): DepartmentFigures => {
        const row = own.find(({ current }) => current === wanted);
        return departmentFigures(row, firstResponseTarget, resolutionTarget);
      };
      return own.length === 0 ? [] : [{ ...queue, ...figures(true), previous: figures(false) }];
    });
  }

  async bot(query: Query): Promise<BotFigures> {
    const { companyId, actor } = this.context;
    const period = await this.period(query);
    const counts = await this.db.rows(botCounts(companyId, period, actor));
    return {
      ...botOutcomes(counts.find(({ current }) => current)),
      previous: botOutcomes(counts.find(({ current }) => !current)),
      choices: await this.db.rows(botChoiceCounts(companyId, period, actor)),
    };
  }

  /** Arrivals by hour for a single day, otherwise by day, including those without arrivals. */
  async arrivals(query: Query): Promise<ArrivalsChart> {
    const { companyId, actor } = this.context;
    const period = await this.period(query, 'initialDate', 'finalDate');
    if (period.from === period.until) {
      const [row] = await this.db.rows(arrivalsByHour(companyId, period, actor));
      const hours = row?.hours ?? Array<number>(24).fill(0);
      return chart(
        hours.map((total, horario) => ({ horario, total })),
        ({ total }) => total,
      );
    }
    const rows = await this.db.rows(arrivalsByDay(companyId, period, actor));
    const totals = new Map(rows.map(({ day, total }) => [day, total]));
    return chart(
      daysOf(period).map((day) => ({ data: day.split('-').reverse().join('/'), total: totals.get(day) ?? 0 })),
      ({ total }) => total,
    );
  }

  async users(query: Query): Promise<UsersChart> {
    const period = await this.period(query, 'initialDate', 'finalDate');
    const { companyId, actor } = this.context;
    return chart(await this.db.rows(finishedByUser(companyId, period, actor)), ({ quantidade }) => quantidade);
  }

  async firstSteps(): Promise<FirstSteps> {
    const { companyId, actor } = this.context;
    const steps = await this.db.row(firstSteps(companyId, actor.userId));
    if (!steps) throw new Error('A statement of conditions has one row');
    return steps;
  }

  async weekdays(query: Query): Promise<WeekdaysChart> {
    const { companyId, actor } = this.context;
    const rows = await this.db.rows(arrivalsByHour(companyId, await this.period(query), actor));
    const byWeekday = new Map(rows.map(({ weekday, hours }) => [weekday, hours]));
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      hours: byWeekday.get(weekday) ?? Array<number>(24).fill(0),
    }));
    return chart(week, ({ hours }) => sum(hours));
  }

  /** @throws 400 without a period or with an invalid one */
  private async period(query: Query, fromName = 'date_from', untilName = 'date_to'): Promise<Period> {
    const days = textParam(query, 'days');
    const [from, until] = await Promise.all([this.dayOf(query, fromName), this.dayOf(query, untilName)]);
    if (days !== '' && !/^\d{1,3}$/.test(days)) invalidQuery('days');
    const count = fromName === 'date_from' && !from && !until ? Number(days) : 0;
    if (!from && !until && count === 0) throw dashboardErrors.ERR_NO_PERIOD();
    if (from && until && from > until) invalidQuery(untilName);
    if (from && spanOf(from, until ?? new Date().toISOString().slice(0, 10)) > maxDays)
      throw dashboardErrors.ERR_PERIOD_TOO_LONG();
    if (count > maxDays) throw dashboardErrors.ERR_PERIOD_TOO_LONG();
    const period = await this.db.row(periodOf(this.context.companyId, { from, until, days: count || null }));
    if (!period) throw new Error('A company without a calendar');
    return period;
  }

  /** The day in the company's calendar; a moment is converted to its day. @throws 400 */
  private async dayOf(query: Query, name: string): Promise<string | null> {
    const text = dayOrMomentParam(query, name);
    if (text === null || isDay(text)) return text;
    const company = await this.db.row(timeZoneOf(this.context.companyId));
    return company ? wallClockAt(company.timezone, Date.parse(text)).day : null;
  }
}

const noBotCounts = { attendances: 0, contained: 0, handedOver: 0 };
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const spanOf = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / dayMs + 1;

function daysOf({ from, until }: Period): string[] {
  return Array.from({ length: spanOf(from, until) }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}

const chart = <Row>(
  data: readonly Row[],
  size: (row: Row) => number,
): { readonly data: readonly Row[]; readonly count: number } => ({
  data,
  count: sum(data.map(size)),
});

/** The average in minutes with two decimals. */
const average = (seconds: number, count: number): number | null =>
  count === 0 ? null : Math.round((seconds / count / 60) * 100) / 100;

function finishedCounters(rows: readonly UserFigures[], leads: number): FinishedCounters {
  const total = (of: (row: UserFigures) => number): number => sum(rows.map(of));
  const [finished, unattended] = [total((row) => row.finished), total((row) => row.unattended)];
  const waiting = average(
    total((row) => row.waitingSeconds),
    total((row) => row.waited),
  );
  const service = average(
    total((row) => row.serviceSeconds),
    finished - unattended,
  );
  return {
    supportFinished: finished,
    withoutAttendant: unattended,
    leads,
    averageWaitingTime: waiting,
    averageServiceTime: service,
    avgWaitTime: waiting,
    avgSupportTime: service,
    ratings: [0, 1, 2].map((index) => total(({ ratings }) => ratings[index] ?? 0)),
  };
}

function attendantOf(attendant: Attendant, row: UserFigures | undefined): DashboardAttendant {
  const { finished = 0, unattended = 0, serviceSeconds = 0, ratings = [0, 0, 0] } = row ?? {};
  const rated = sum(ratings);
  const points = sum(ratings.map((count, index) => count * (index + 1)));
  return {
    ...attendant,
    rating: rated === 0 ? null : Math.round((points / rated) * 100) / 100,
    avgSupportTime: average(serviceSeconds, finished - unattended),
    tickets: finished,
  };
}

function botOutcomes({ attendances, contained, handedOver }: Omit<BotCounts, 'current'> = noBotCounts): BotOutcomes {
  return { attendances, contained, handedOver, abandoned: attendances - contained - handedOver };
}

function departmentFigures(
  row: QueueFigures | undefined,
  firstResponseTarget: number | null,
  resolutionTarget: number | null,
): DepartmentFigures {
  return {
    finished: row?.finished ?? 0,
    withoutAttendant: row?.unattended ?? 0,
    firstResponse: timesToTarget(row?.firstResponse ?? [], firstResponseTarget),
    resolution: timesToTarget(row?.resolution ?? [], resolutionTarget),
  };
}

function timesToTarget(counts: readonly number[], target: number | null): TimesToTarget {
  const count = sum(counts);
  const upTo = (bound: number): number => sum(counts.filter((_, index) => (targetMinutes[index] ?? Infinity) <= bound));
  /** The lowest bound that covers at least this part of the times. */
  const percentile = (part: number): number | null =>
    count === 0 ? null : (targetMinutes.find((bound) => upTo(bound) >= part * count) ?? null);
  return {
    target,
    count,
    p50: percentile(0.5),
    p90: percentile(0.9),
    withinTarget: target === null ? null : upTo(target),
  };
}
