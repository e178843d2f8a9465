import { coreErrors } from '../errors/core-errors.js';
import { t } from '../i18n.js';
import type { ListQuery, ListRules } from './page.js';

type Query = Readonly<Record<string, unknown>>;

const malformed = t('Valor inválido', 'Invalid value', 'Valor inválido');
const maxLimit = 100;
const maxOffset = 100_000;

/** @throws 400 ERR_VALIDATION naming the query parameter. */
export function refuseQuery(name: string): never {
  throw coreErrors.ERR_VALIDATION({ fields: { [name]: malformed } });
}

/** A JSON value inside a query string (`queueIds=[1,2]`), or undefined when absent. */
export function jsonParam(query: Query, name: string): unknown {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string' || text.length > 10_000) refuseQuery(name);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuseQuery(name);
  }
}

/** A JSON list of ids inside a query string, or undefined when absent. */
export function idsParam(query: Query, name: string): number[] | undefined {
  const value = jsonParam(query, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > 500 || !value.every(isId)) refuseQuery(name);
  return value;
}

export function textParam(query: Query, name: string, max = 200): string {
  const value = query[name];
  if (value === undefined) return '';
  if (typeof value !== 'string' || value.length > max || value.includes('\u0000')) refuseQuery(name);
  return value.trim();
}

/** A page number from 1 on, clamped. */
export function pageParam(query: Query): number {
  const value = textParam(query, 'pageNumber');
  if (value === '' || value === 'undefined' || value === 'null') return 1;
  if (!/^-?\d{1,15}$/.test(value)) refuseQuery('pageNumber');
  return Math.max(1, Number(value));
}

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Reads either list dialect (design.md §3); unknown sort and filter fields are a 400. */
export function parseListQuery(query: Query, rules: ListRules): ListQuery {
  const ranged = 'range' in query || 'sort' in query || 'filter' in query;
  if (!ranged) {
    const offset = Math.min((pageParam(query) - 1) * rules.pageSize, maxOffset);
    return {
      search: textParam(query, 'searchParam'),
      offset,
      limit: rules.pageSize,
      sort: rules.defaultSort,
      filter: {},
    };
  }
  const { q, id, ...filter } = parseFilter(query, rules);
  if (q !== undefined && (typeof q !== 'string' || q.length > 200 || q.includes('\u0000'))) refuseQuery('filter');
  if (id !== undefined && !(Array.isArray(id) ? id.length <= 500 && id.every(isId) : isId(id))) refuseQuery('filter');
  const { offset, limit } = parseRange(query);
  return {
    search: typeof q === 'string' ? q.trim() : '',
    offset,
    limit: Array.isArray(id) ? Math.max(limit, id.length) : limit,
    sort: parseSort(query, rules),
    filter,
    ...(id === undefined ? {} : { ids: (Array.isArray(id) ? id : [id]) as number[] }),
  };
}

function parseFilter(query: Query, rules: ListRules): Record<string, unknown> {
  const value = jsonParam(query, 'filter') ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseQuery('filter');
  const scalar = (item: unknown): boolean =>
    (typeof item === 'string' && item.length <= 200 && !item.includes('\u0000')) ||
    isNumber(item) ||
    typeof item === 'boolean' ||
    item === null;
  for (const [name, item] of Object.entries(value)) {
    if (name === 'q' || name === 'id') continue;
    if (
      !rules.filterable.includes(name) ||
      !(Array.isArray(item) ? item.length <= 500 && item.every(scalar) : scalar(item))
    )
      refuseQuery('filter');
  }
  return value as Record<string, unknown>;
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function parseSort(query: Query, rules: ListRules): ListQuery['sort'] {
  const value = jsonParam(query, 'sort');
  if (value === undefined) return rules.defaultSort;
  if (!Array.isArray(value)) refuseQuery('sort');
  const [field, order] = value as unknown[];
  if (typeof field !== 'string' || !['id', ...rules.sortable].includes(field) || (order !== 'ASC' && order !== 'DESC'))
    refuseQuery('sort');
  return { field, order: order === 'ASC' ? 'asc' : 'desc' };
}

function parseRange(query: Query): { offset: number; limit: number } {
  const value = jsonParam(query, 'range') ?? [0, 19];
  if (!Array.isArray(value) || value.length !== 2) refuseQuery('range');
  const [from, to] = value as unknown[];
  if (
    !Number.isSafeInteger(from) ||
    !Number.isSafeInteger(to) ||
    (from as number) < 0 ||
    (to as number) < (from as number)
  )
    refuseQuery('range');
  return {
    offset: Math.min(from as number, maxOffset),
    limit: Math.min((to as number) - (from as number) + 1, maxLimit),
  };
}
