import { coreErrors, invalidValue } from '../errors/core-errors.js';
import { parseJson } from '../requests/body-limits.js';
import type { Days, ListQuery, ListRules } from './page.js';

export type Query = Readonly<Record<string, unknown>>;

const maxLimit = 100;
const maxOffset = 100_000;

/** @throws 400 ERR_VALIDATION that names the query parameter */
export function invalidQuery(name: string): never {
  throw coreErrors.ERR_VALIDATION({ fields: { [name]: invalidValue } });
}

/** A JSON value inside a query string (`tagIds=[1,2]`), or undefined when absent. */
export function jsonParam(query: Query, name: string): unknown {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string' || text.length > 10_000) invalidQuery(name);
  try {
    return parseJson(text);
  } catch {
    return invalidQuery(name);
  }
}

/** A JSON list of ids inside a query string, or undefined when absent. */
export function idsParam(query: Query, name: string): number[] | undefined {
  const value = jsonParam(query, name);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 500) invalidQuery(name);
  const ids: unknown[] = value.map((id) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id));
  if (!ids.every(isId)) invalidQuery(name);
  return ids;
}

export function textParam(query: Query, name: string, max = 200): string {
  const value = query[name];
  if (value === undefined) return '';
  if (typeof value !== 'string' || value.length > max || value.includes('\u0000')) invalidQuery(name);
  return value.trim();
}

/** A whole number that is not negative; undefined: none is given. @throws 400 */
export function numberParam(query: Query, name: string): number | undefined {
  const text = textParam(query, name);
  if (text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : invalidQuery(name);
}

/** True only for `true`; the parameter may also be absent or `false`. @throws 400 for anything else */
export function flagParam(query: Query, name: string): boolean {
  const value = textParam(query, name);
  if (value !== '' && value !== 'true' && value !== 'false') invalidQuery(name);
  return value === 'true';
}

/** A page number; numbers below 1 become 1. */
export function pageParam(query: Query): number {
  const value = textParam(query, 'pageNumber');
  if (value === '' || value === 'undefined' || value === 'null') return 1;
  if (!/^-?\d{1,15}$/.test(value)) invalidQuery('pageNumber');
  return Math.max(1, Number(value));
}

/** A day as YYYY-MM-DD, or null when absent. @throws 400 for a day that does not exist */
export function dayParam(query: Query, name: string): string | null {
  const value = textParam(query, name);
  if (value === '') return null;
  const day = /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // a Date reads the 31st of February as a day in March
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) invalidQuery(name);
  return value;
}

/**
 * A day as {@link dayParam}, or a moment (ISO 8601 with an offset), as existing clients send, from which `dayIn` takes
 * the day. Of a time without an offset the day is used as written. @throws 400
 */
export function dayOrMomentParam(query: Query, name: string): string | null {
  // a plus that was not escaped arrives as a blank
  const value = textParam(query, name).replace(/ (?=\d\d:?\d\d$)/, '+');
  const [, day = value, offset] =
    /^([\d-]{10})T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? [];
  const checked = dayParam({ [name]: day }, name);
  if (checked === null || day === value) return checked;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) invalidQuery(name);
  return offset ? at.toISOString() : checked;
}

/** A position in a list that is ordered by a time and the id. */
export interface TimeCursor {
  /** In ISO 8601 in UTC, with milliseconds. */
  readonly at: string;
  readonly id: number;
}

export const writeTimeCursor = ({ at, id }: TimeCursor): string => Buffer.from(`${at}|${id}`).toString('base64url');

/** @throws 400 ERR_VALIDATION for a cursor that {@link writeTimeCursor} did not write */
export function timeCursorParam(query: Query): TimeCursor | undefined {
  const text = textParam(query, 'cursor');
  if (text === '') return undefined;
  const [, at = '', id = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (!at || Number.isNaN(Date.parse(at))) invalidQuery('cursor');
  return { at, id: Number(id) };
}

/** One day from `date`, or the days from `dateStart` to `dateEnd`. */
function daysParam(query: Query): Days | undefined {
  const [date = null, from = null, until = null] = dayNames.map((name) => dayOrMomentParam(query, name));
  if (date !== null) return { from: date, until: date };
  return from === null && until === null ? undefined : { from, until };
}

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Reads both dialects of lists (design.md §3); unknown sort and filter fields are answered 400. */
export function parseListQuery(query: Query, rules: ListRules): ListQuery {
  const ranged = 'range' in query || 'sort' in query || 'filter' in query;
  if (!ranged) {
    const offset = Math.min((pageParam(query) - 1) * rules.pageSize, maxOffset);
    return {
      search: textParam(query, 'searchParam'),
      offset,
      limit: rules.pageSize,
      sort: rules.defaultSort,
      filter: plainFilter(query, rules),
      ...daysOf(query, rules),
    };
  }
  const { q = '', id, date, dateStart, dateEnd, ...filter } = parseFilter(query, rules);
  if (typeof q !== 'string' || q.length > 200 || q.includes('\u0000')) invalidQuery('filter');
  const ids = id === undefined ? undefined : [id].flat();
  if (ids && !(ids.length <= 500 && ids.every(isId))) invalidQuery('filter');
  const { offset, limit } = parseRange(query);
  return {
    search: q.trim(),
    offset,
    limit: Math.max(limit, ids?.length ?? 0),
    sort: parseSort(query, rules),
    filter,
    ...daysOf({ date, dateStart, dateEnd }, rules),
    ...(ids && { ids }),
  };
}

function plainFilter(query: Query, { plainFilters = [] }: ListRules): ListQuery['filter'] {
  const given = plainFilters
    .map((name) => [name, textParam(query, name)] as const)
    .filter(([, value]) => !['', 'null', 'undefined'].includes(value));
  for (const [name, value] of given) if (!/^\d{1,15}$/.test(value)) invalidQuery(name);
  return Object.fromEntries(given.map(([name, value]) => [name, Number(value)]));
}

const dayNames: readonly string[] = ['date', 'dateStart', 'dateEnd'];

function daysOf(query: Query, { dated }: ListRules): { days?: Days } {
  const days = dated ? daysParam(query) : undefined;
  return days ? { days } : {};
}

function parseFilter(query: Query, rules: ListRules): Record<string, unknown> {
  const value = jsonParam(query, 'filter') ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) invalidQuery('filter');
  const scalar = (item: unknown): boolean =>
    (typeof item === 'string' && item.length <= 200 && !item.includes('\u0000')) ||
    isNumber(item) ||
    typeof item === 'boolean' ||
    item === null;
  for (const [name, item] of Object.entries(value)) {
    if (name === 'q' || name === 'id' || (rules.dated && dayNames.includes(name))) continue;
    if (
      !rules.filterable.includes(name) ||
      !(Array.isArray(item) ? item.length <= 500 && item.every(scalar) : scalar(item))
    )
      invalidQuery('filter');
  }
  return value as Record<string, unknown>;
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function parseSort(query: Query, rules: ListRules): ListQuery['sort'] {
  const value = jsonParam(query, 'sort');
  if (value === undefined) return rules.defaultSort;
  if (!Array.isArray(value)) invalidQuery('sort');
  const [field, order] = value as unknown[];
  if (typeof field !== 'string' || !['id', ...rules.sortable].includes(field) || (order !== 'ASC' && order !== 'DESC'))
    invalidQuery('sort');
  return { field, order: order === 'ASC' ? 'asc' : 'desc' };
}

function parseRange(query: Query): { offset: number; limit: number } {
  const value = jsonParam(query, 'range') ?? [0, 19];
  if (!Array.isArray(value) || value.length !== 2) invalidQuery('range');
  const [from, to] = value as unknown[];
  if (
    !Number.isSafeInteger(from) ||
    !Number.isSafeInteger(to) ||
    (from as number) < 0 ||
    (to as number) < (from as number)
  )
    invalidQuery('range');
  return {
    offset: Math.min(from as number, maxOffset),
    limit: Math.min((to as number) - (from as number) + 1, maxLimit),
  };
}
