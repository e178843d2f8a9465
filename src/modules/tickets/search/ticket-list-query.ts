import { invalidQuery, pageParam, parseListQuery } from '../../../core/resource/list-query.js';
import type { ListRules } from '../../../core/resource/page.js';

const ticketPageSize = 40;
const maxOffset = 20_000;

type Query = Readonly<Record<string, unknown>>;

const listFilters = ['tags', 'users', 'queueIds', 'contacts'];
const scalarFilters = ['status', 'showAll', 'withoutQueue', 'withUnreadMessages', 'date', 'updatedAt'];
const newest = { field: 'updatedAt', order: 'desc' } as const;
const rules: ListRules = {
  sortable: ['updatedAt'],
  filterable: [...listFilters, ...scalarFilters],
  defaultSort: newest,
  pageSize: ticketPageSize,
};

/** Filters by the names of the spec's dialect, and the page. */
export interface TicketListQuery {
  readonly filters: Query;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads either dialect (design.md §3). In the other one `filter` has the filters, lists as lists, and `q` the text; it has
 * only one order.
 * @throws 400 ERR_VALIDATION
 */
export function parseTicketListQuery(query: Query): TicketListQuery {
  if (!('range' in query || 'sort' in query || 'filter' in query))
    return {
      filters: query,
      offset: Math.min((pageParam(query) - 1) * ticketPageSize, maxOffset),
      limit: ticketPageSize,
    };
  const { search, filter, ids, offset, limit, sort } = parseListQuery(query, rules);
  if (sort.field !== newest.field || sort.order !== newest.order) invalidQuery('sort');
  const filters = Object.entries(filter).map(([name, value]) => [
    name,
    listFilters.includes(name) ? JSON.stringify(Array.isArray(value) ? value : [value]) : String(value),
  ]);
  return {
    filters: {
      ...query,
      ...Object.fromEntries(filters),
      ...(search ? { searchParam: search } : {}),
      ...(ids ? { ids: JSON.stringify(ids) } : {}),
    },
    offset: Math.min(offset, maxOffset),
    limit,
  };
}
