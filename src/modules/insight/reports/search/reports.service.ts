import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { ReportsDb } from '../../../../core/database/reports-db.js';
import type { Locale } from '../../../../core/i18n.js';
import {
  dayParam,
  invalidQuery,
  type Query,
  timeCursorParam,
  writeTimeCursor,
} from '../../../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../../../core/resource/page.js';
import { type Cell, cellsOf, headingsOf, type RowBatches, type TableColumn } from '../../../../core/resource/table.js';
import { inQueues } from '../../../conversations/tickets/tickets.policy.js';
import { removedQueues } from '../../../people/queues/crud/queues.queries.js';
import { removedUsers } from '../../../people/users/crud/users.queries.js';
import {
  lastYear,
  type PeriodKind,
  parseReportFilters,
  type ReportFilters,
  type ReportName,
  viewerOf,
} from './report-filters.js';
import { attendanceColumns, attendantColumns } from './report-tables.js';
import {
  type AttendanceRow,
  type AttendantDay,
  type AttendantDayPosition,
  type AttendantFigures,
  attendances,
  attendantDays,
  calendarOf,
  countAttendances,
  localTime,
  type ReportFigures,
  type ReportScope,
  reportTotals,
} from './reports.queries.js';

type Colored = { readonly id: number; readonly name: string; readonly color: string };

/** One attendance of a conversation, from arrival to close. */
export interface Attendance
  extends Pick<
    AttendanceRow,
    | 'id'
    | 'ticketId'
    | 'uuid'
    | 'code'
    | 'number'
    | 'status'
    | 'channel'
    | 'connection'
    | 'tags'
    | 'arrivedAt'
    | 'startedAt'
    | 'firstResponseAt'
    | 'finishedAt'
    | 'waited'
    | 'responded'
    | 'served'
    | 'lasted'
    | 'rating'
  > {
  readonly contact: { readonly id: number; readonly name: string; readonly number: string; readonly isGroup: boolean };
  readonly queue: Colored | null;
  readonly user: { readonly id: number; readonly name: string } | null;
  /** The advertisement that the customer came from. */
  readonly ad: { readonly id: string; readonly title: string } | null;
  /** Whether the reader may open the conversation, which may have moved to another department. */
  readonly canOpen: boolean;
}

/** What filters offer beside the present attendants and departments. */
export interface RemovedChoices {
  readonly users: readonly { readonly id: number; readonly name: string }[];
  readonly queues: readonly Colored[];
}

/** The period that was read; null for any time. */
export interface ReportPeriod {
  readonly by: PeriodKind;
  readonly dateStart: string | null;
  readonly dateEnd: string | null;
}

export interface ReportSummary extends ReportPeriod {
  readonly total: ReportFigures;
  readonly attendants: readonly AttendantFigures[];
}

const pageSize = 100;
const exportBatch = 1000;

/** Reads the cycles of tickets; with a replica, the data may be a moment old. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly db: Db,
    private readonly reportsDb: ReportsDb,
    private readonly context: Context,
  ) {}

  async list(query: Query): Promise<Page<Attendance, ReportPeriod>> {
    const scope = await this.scopeOf(query);
    const found = await this.reportsDb.rows(
      scope.companyId,
      attendances(scope, { after: timeCursorParam(query), limit: pageSize + 1 }),
    );
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    const hasMore = found.length > pageSize;
    const counted = await this.reportsDb.row(scope.companyId, countAttendances(scope, countLimit + 1));
    return {
      rows: rows.map((row) => toAttendance(row, inQueues(this.context.actor, { queueId: row.ticketQueueId }))),
      hasMore,
      ...boundedCount(counted?.count ?? 0),
      cursor: hasMore && last ? writeTimeCursor(last) : null,
      extra: periodOf(scope.filters),
    };
  }

  async summary(query: Query): Promise<ReportSummary> {
    const scope = await this.scopeOf(query);
    const rows = await this.reportsDb.rows(scope.companyId, reportTotals(scope));
    const attendants: AttendantFigures[] = [];
    let total = noFigures;
    for (const { total: isTotal, ...row } of rows) {
      const { userId: _id, userName: _name, ...figures } = row;
      if (isTotal) total = figures;
      else attendants.push(row);
    }
    return { ...periodOf(scope.filters), total, attendants };
  }

  async removed(): Promise<RemovedChoices> {
    const { db } = this;
    const [users, queues] = [await db.rows(removedUsers(db.companyId)), await db.rows(removedQueues(db.companyId))];
    return {
      users: users.map(({ id, name }) => ({ id, name })),
      queues: queues.map(({ id, name, color }) => ({ id, name, color: color ?? '' })),
    };
  }

  async days(query: Query): Promise<Page<AttendantDay, ReportPeriod>> {
    const scope = await this.scopeOf(query);
    const cursor = timeCursorParam(query);
    const after = cursor && { day: dayParam({ cursor: cursor.at.slice(0, 10) }, 'cursor') ?? '', userId: cursor.id };
    const days = daysOf(scope);
    // a cursor after the period would make the query look at every day up to it
    if (after && after.day > days.until) invalidQuery('cursor');
    const found = await this.reportsDb.rows(
      scope.companyId,
      attendantDays(scope, days, { after, limit: pageSize + 1 }),
    );
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    const hasMore = found.length > pageSize;
    return {
      rows,
      hasMore,
      // `count` covers only this page
      count: rows.length,
      ...(hasMore || cursor ? { countIsMinimum: true } : {}),
      cursor: hasMore && last ? writeTimeCursor({ at: `${last.day}T00:00:00.000Z`, id: last.userId ?? 0 }) : null,
      extra: periodOf(scope.filters),
    };
  }

  /** The report that a query asks for, with the rights of its caller. @throws 400 */
  async scopeOf(query: Query): Promise<ReportScope> {
    const { companyId, actor } = this.context;
    const calendar = await this.db.row(calendarOf(companyId));
    if (!calendar) throw new Error(`Company ${companyId} has no calendar`);
    const { zone, today } = calendar;
    return { companyId, viewer: viewerOf(actor), filters: parseReportFilters(query, today), zone, today };
  }

  /** Counts up to `limit`. */
  async countRows(report: ReportName, scope: ReportScope, limit: number): Promise<number> {
    const { companyId } = scope;
    if (report === 'attendants')
      return (await this.reportsDb.rows(companyId, attendantDays(scope, daysOf(scope), { limit }))).length;
    return (await this.reportsDb.row(companyId, countAttendances(scope, limit)))?.count ?? 0;
  }

  headings(report: ReportName, locale: Locale): TableColumn[] {
    return report === 'attendants' ? headingsOf(attendantColumns, locale) : headingsOf(attendanceColumns, locale);
  }

  /** All rows of the report, each batch in a unit of work of its own. */
  batches(report: ReportName, scope: ReportScope, locale: Locale): RowBatches {
    return report === 'attendants' ? this.dayBatches(scope, locale) : this.attendanceBatches(scope, locale);
  }

  private async *attendanceBatches(scope: ReportScope, locale: Locale): AsyncGenerator<Cell[][]> {
    const time = localTime(scope.zone);
    for (let after: AttendanceRow | undefined, full = true; full; ) {
      const page = attendances(scope, { after, limit: exportBatch }, time);
      const rows = await this.reportsDb.rows(scope.companyId, page);
      yield rows.map((row) => cellsOf(attendanceColumns, row, locale));
      after = rows.at(-1);
      full = rows.length === exportBatch;
    }
  }

  private async *dayBatches(scope: ReportScope, locale: Locale): AsyncGenerator<Cell[][]> {
    for (let after: AttendantDayPosition | undefined, full = true; full; ) {
      const page = attendantDays(scope, daysOf(scope), { after, limit: exportBatch });
      const rows = await this.reportsDb.rows(scope.companyId, page);
      yield rows.map((row) => cellsOf(attendantColumns, row, locale));
      after = rows.at(-1);
      full = rows.length === exportBatch;
    }
  }
}

const noFigures: ReportFigures = {
  attendances: 0,
  finished: 0,
  waited: null,
  responded: null,
  served: null,
  rating: null,
  rated1: 0,
  rated2: 0,
  rated3: 0,
};

/** A report by day needs days; without a period it covers the last year. */
const daysOf = ({ filters, today }: ReportScope): NonNullable<ReportFilters['days']> => filters.days ?? lastYear(today);

const periodOf = ({ by, days }: ReportFilters): ReportPeriod => ({
  by,
  dateStart: days?.from ?? null,
  dateEnd: days?.until ?? null,
});

function toAttendance(row: AttendanceRow, canOpen: boolean): Attendance {
  const { at: _at, contactId, contactName, contactNumber, isGroup, queueId, queueName, queueColor, ...rest } = row;
  const { userId, userName, adId, adTitle, ticketQueueId: _queue, ...attendance } = rest;
  return {
    ...attendance,
    contact: { id: contactId, name: contactName, number: contactNumber, isGroup },
    queue: queueId === null ? null : { id: queueId, name: queueName ?? '', color: queueColor ?? '' },
    user: userId === null ? null : { id: userId, name: userName ?? '' },
    ad: adId === null ? null : { id: adId, title: adTitle ?? adId },
    canOpen,
  };
}
