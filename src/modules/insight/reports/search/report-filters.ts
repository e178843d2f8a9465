import type { Actor } from '../../../../core/context.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { t } from '../../../../core/i18n.js';
import { dayParam, idsParam, invalidQuery, type Query, textParam } from '../../../../core/resource/list-query.js';
import type { Days } from '../../../../core/resource/page.js';
import { type TicketStatus, ticketStatuses } from '../../../conversations/tickets/ticket.entity.js';

export const reportNames = ['conversations', 'attendants'] as const;
export type ReportName = (typeof reportNames)[number];

/** Which moment of an attendance must be within the period. */
export const periodKinds = ['finish', 'arrival'] as const;
export type PeriodKind = (typeof periodKinds)[number];

export const origins = ['ad', 'none'] as const;
type Origin = (typeof origins)[number];

/** The filters of attendances; a list is null if it does not filter. */
export interface ReportFilters {
  readonly by: PeriodKind;
  /** null for any time. */
  readonly days: { readonly from: string; readonly until: string } | null;
  readonly queueIds: readonly number[] | null;
  readonly withoutQueue: boolean;
  readonly users: readonly number[] | null;
  readonly withoutAttendant: boolean;
  /** Only attendances that no attendant has accepted, even if they are assigned. */
  readonly unaccepted: boolean;
  readonly connections: readonly number[] | null;
  readonly tags: readonly number[] | null;
  readonly channel: string | null;
  readonly status: TicketStatus | null;
  readonly rating: 1 | 2 | 3 | 'none' | null;
  /** Only attendances that began with an advertisement, or only the others. */
  readonly origin: Origin | null;
  /** The id of an advertisement. */
  readonly ad: string | null;
}

/** The parts of an actor that decide which attendances they see. */
export type ReportViewer = Pick<Actor, 'userId' | 'profile' | 'queueIds' | 'allTicket'>;

export const viewerOf = ({ userId, profile, queueIds, allTicket }: ReportViewer): ReportViewer => ({
  userId,
  profile,
  queueIds,
  allTicket,
});

/** Whether the actor still sees everything that the viewer saw. */
export const seesAsMuch = (actor: ReportViewer, viewer: ReportViewer): boolean =>
  actor.profile === 'admin' ||
  (viewer.profile === 'supervisor' &&
    viewer.queueIds.every((id) => actor.queueIds.includes(id)) &&
    (actor.allTicket || !viewer.allTicket));

const maxDays = 366;
const defaultDays = 7;
const dayMs = 86_400_000;

const tooLong = t(
  `Escolha no máximo ${maxDays} dias`,
  `Choose at most ${maxDays} days`,
  `Elija como máximo ${maxDays} días`,
);
const backwards = t(
  'O fim precisa ser depois do início',
  'The end must come after the start',
  'El fin debe ser posterior al inicio',
);

/**
 * Reads the filters of a query. Without days it takes the last seven days, but no period for unfinished attendances,
 * which are ordered by their arrival.
 * @param today in the company's calendar
 * @throws 400 ERR_VALIDATION
 */
export function parseReportFilters(query: Query, today: string): ReportFilters {
  const status = choiceParam(query, 'status', ticketStatuses);
  const unfinished = status === 'open' || status === 'pending';
  const by = choiceParam(query, 'by', periodKinds) ?? (unfinished ? 'arrival' : 'finish');
  const rating = choiceParam(query, 'rating', ['1', '2', '3', 'none'] as const);
  return {
    by,
    days: daysOf({ from: dayParam(query, 'dateStart'), until: dayParam(query, 'dateEnd') }, today, unfinished),
    queueIds: someIds(query, 'queueIds'),
    withoutQueue: switchParam(query, 'withoutQueue'),
    users: someIds(query, 'users'),
    withoutAttendant: switchParam(query, 'withoutAttendant'),
    unaccepted: switchParam(query, 'unaccepted'),
    connections: someIds(query, 'connections'),
    tags: someIds(query, 'tags'),
    channel: textParam(query, 'channel', 20) || null,
    status: status ?? null,
    rating: rating === undefined ? null : rating === 'none' ? rating : (Number(rating) as 1 | 2 | 3),
    origin: choiceParam(query, 'origin', origins) ?? null,
    ad: textParam(query, 'ad', 100) || null,
  };
}

function daysOf({ from, until }: Days, today: string, unfinished: boolean): ReportFilters['days'] {
  if (from === null && until === null && unfinished) return null;
  const last = until ?? (from !== null && from > today ? from : today);
  const first = from ?? dayBefore(last, defaultDays - 1);
  if (first > last) throw coreErrors.ERR_VALIDATION({ fields: { dateEnd: backwards } });
  if (dayBefore(last, maxDays - 1) > first) throw coreErrors.ERR_VALIDATION({ fields: { dateEnd: tooLong } });
  return { from: first, until: last };
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

export const lastYear = (today: string): NonNullable<ReportFilters['days']> => ({
  from: dayBefore(today, maxDays - 1),
  until: today,
});

function choiceParam<T extends string>(query: Query, name: string, values: readonly T[]): T | undefined {
  const text = textParam(query, name);
  return text === '' ? undefined : (values.find((value) => value === text) ?? invalidQuery(name));
}

/** A missing parameter, `0`, `1`, `true` or `false`. */
const switchParam = (query: Query, name: string): boolean =>
  ['1', 'true'].includes(choiceParam(query, name, ['0', '1', 'true', 'false']) ?? '');

function someIds(query: Query, name: string): number[] | null {
  const ids = idsParam(query, name);
  return ids?.length ? ids : null;
}
