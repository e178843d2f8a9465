import { Injectable } from '@nestjs/common';
import { hasLevel } from '../../../../core/access/decorators.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { allOf, type Condition } from '../../../../core/database/statements.js';
import {
  dayOrMomentParam,
  flagParam,
  idsParam,
  invalidQuery,
  pageParam,
  parseListQuery,
  type Query,
  textParam,
  timeCursorParam,
  writeTimeCursor,
} from '../../../../core/resource/list-query.js';
import {
  type BoundedCount,
  boundedCount,
  countLimit,
  type ListRules,
  type Page,
} from '../../../../core/resource/page.js';
import { TicketRowsService } from '../crud/ticket-rows.service.js';
import type { TicketOrder } from '../queries/tickets.queries.js';
import { type TicketStatus, ticketStatuses } from '../ticket.entity.js';
import {
  afterCursor,
  countOpenAndPending,
  countTickets,
  type ListedPage,
  listedTickets,
  ofChosenQueues,
  type QueueFilter,
  type TicketFilters,
  ticketFilters,
  ticketsInScope,
} from './ticket-list.queries.js';
import { type FoundPage, type FoundTicket, TicketSearchService } from './ticket-search.service.js';

const ticketPageSize = 40;
const maxOffset = 20_000;

const listFilters = ['tags', 'users', 'queueIds', 'contacts'];
const scalarFilters = ['status', 'showAll', 'withoutQueue', 'withUnreadMessages', 'date', 'updatedAt'];
const newest = { field: 'updatedAt', order: 'desc' } as const;
const rules: ListRules = {
  sortable: ['updatedAt'],
  filterable: [...listFilters, ...scalarFilters],
  defaultSort: newest,
  pageSize: ticketPageSize,
};

/** Filters with the names of the spec's query parameters, and the page. */
export interface TicketListQuery {
  readonly filters: Query;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads the query parameters of the spec or those of ra-data-simple-rest (design.md §3). In the latter, `filter` has
 * the filters, with lists as arrays, and the text as `q`; they have only one order.
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

@Injectable()
export class TicketListService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly rows: TicketRowsService,
    private readonly search: TicketSearchService,
  ) {}

  /** Pages are selected by number (spec), range (ra-data-simple-rest) or cursor (our screens). */
  async list(given: Query): Promise<Page<FoundTicket>> {
    const { filters: query, offset: skipped, limit } = parseTicketListQuery(given);
    const where = this.visible(query);
    const order = readOrder(query);
    const cursor = timeCursorParam(query);
    const from = cursor ? allOf([where, afterCursor(order, cursor)]) : where;
    const offset = cursor ? 0 : skipped;
    const text = textParam(query, 'searchParam');
    const { found, counted } =
      text === ''
        ? await this.page({ where, from, order, offset, limit })
        : await this.search.page(text, { where, from, statuses: statusesOf(query), order, offset, limit });
    // ra-data-simple-rest cannot be told that there are more: it pages by the count, so it must not be too low
    const uncounted = query !== given && counted.countIsMinimum && counted.count < countLimit;
    const rows = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = rows.at(-1);
    return {
      rows,
      hasMore,
      ...(uncounted ? await this.count(await this.where(query)) : counted),
      cursor:
        hasMore && last
          ? writeTimeCursor({ at: order === 'lastMessage' ? last.lastArrivalAt : last.updatedAt, id: last.id })
          : null,
    };
  }

  private async page(page: ListedPage): Promise<FoundPage> {
    const [found, counted] = await Promise.all([
      this.rows.page(listedTickets(page), page.order),
      this.count(page.where),
    ]);
    return { found, counted };
  }

  /** Condition for the filters of a query, including its text, and for what the caller may see. */
  async where(query: Query): Promise<Condition> {
    const text = textParam(query, 'searchParam');
    const visible = this.visible(query);
    return text === '' ? visible : allOf([visible, await this.search.find(text)]);
  }

  private visible(query: Query): Condition {
    return allOf([this.scope(query), ...ticketFilters(this.context.companyId, readFilters(query))]);
  }

  /** Counters of the tabs, exact up to {@link countLimit}. */
  async counters(query: Query): Promise<Record<'open' | 'pending', number>> {
    const scope = this.scope(query);
    const queues = readQueues(query);
    const where = queues ? allOf([scope, ofChosenQueues(queues)]) : scope;
    const row = await this.db.row(countOpenAndPending(where));
    return { open: row?.open ?? 0, pending: row?.pending ?? 0 };
  }

  /** What the actor may see; without `showAll` admins get pending and own tickets. Integrations own none. */
  private scope(query: Query): Condition {
    const { actor, companyId } = this.context;
    const showAll = flagParam(query, 'showAll') && hasLevel(actor, 'admin');
    return ticketsInScope(companyId, actor, actor.profile === 'admin' && !showAll && !actor.program);
  }

  private async count(where: Condition): Promise<BoundedCount> {
    const row = await this.db.row(countTickets(where));
    return boundedCount(row?.count ?? 0);
  }
}

function readFilters(query: Query): TicketFilters {
  const status = textParam(query, 'status');
  const [date, updated] = [dayOrMomentParam(query, 'date'), dayOrMomentParam(query, 'updatedAt')];
  return {
    queues: readQueues(query),
    status: status === '' ? undefined : readStatus(status),
    unreadOnly: flagParam(query, 'withUnreadMessages'),
    userIds: idsParam(query, 'users'),
    contactIds: idsParam(query, 'contacts'),
    ids: idsParam(query, 'ids'),
    tagIds: idsParam(query, 'tags'),
    createdOn: { from: date, until: date },
    updatedOn: { from: updated, until: updated },
    created: { from: dayOrMomentParam(query, 'dateStart'), until: dayOrMomentParam(query, 'dateEnd') },
  };
}

/**
 * The chosen queues. Clients of the spec list all queues of their user and expect tickets without a queue, too;
 * `withoutQueue` says whether these are included.
 */
function readQueues(query: Query): QueueFilter | undefined {
  const ids = idsParam(query, 'queueIds');
  const withoutQueue = textParam(query, 'withoutQueue') === '' || flagParam(query, 'withoutQueue');
  return ids && { ids, withoutQueue };
}

function statusesOf(query: Query): readonly TicketStatus[] {
  const status = textParam(query, 'status');
  return status === '' ? ticketStatuses : [readStatus(status)];
}

function readStatus(value: string): TicketStatus {
  return ticketStatuses.find((status) => status === value) ?? invalidQuery('status');
}

function readOrder(query: Query): TicketOrder {
  const order = textParam(query, 'order') || 'updatedAt';
  return order === 'updatedAt' || order === 'lastMessage' ? order : invalidQuery('order');
}
