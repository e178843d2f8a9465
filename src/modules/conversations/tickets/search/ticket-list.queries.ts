import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import { allOf, type Condition, offsetBy, type Statement } from '../../../../core/database/statements.js';
import { countLimit, type Days } from '../../../../core/resource/page.js';
import { withinDays } from '../../../platform/companies/registration/companies.queries.js';
import { orderedBy, type TicketOrder, ticketOrders } from '../queries/tickets.queries.js';
import type { TicketStatus } from '../ticket.entity.js';
import { visibleTo } from '../tickets.policy.js';

/** A page of the tickets that match the list's filters, in the list's order. */
export interface ListedPage {
  /** `where`: the filters and what the caller may see; `from`: the same and, if given, the cursor. */
  readonly where: Condition;
  readonly from: Condition;
  readonly order: TicketOrder;
  readonly offset: number;
  readonly limit: number;
}

export interface QueueFilter {
  readonly ids: readonly number[];
  /** Whether tickets without a queue are included. */
  readonly withoutQueue: boolean;
}

export interface TicketFilters {
  readonly queues: QueueFilter | undefined;
  readonly status: TicketStatus | undefined;
  readonly unreadOnly: boolean;
  readonly userIds: readonly number[] | undefined;
  readonly contactIds: readonly number[] | undefined;
  readonly ids: readonly number[] | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly createdOn: Days;
  readonly updatedOn: Days;
  readonly created: Days;
}

/** What the actor may see. @param pendingOrOwn only pending tickets and the actor's own */
export function ticketsInScope(companyId: number, actor: Actor, pendingOrOwn: boolean): Condition {
  const company: Condition = sql`t.company_id = ${companyId}`;
  const narrowed: Condition = sql`(t.status = 'pending' or t.user_id = ${actor.userId})`;
  return allOf([company, visibleTo(actor), ...(pendingOrOwn ? [narrowed] : [])]);
}

export const ofChosenQueues = ({ ids, withoutQueue }: QueueFilter): Condition =>
  withoutQueue
    ? sql`(t.queue_id = any(${ids}::bigint[]) or t.queue_id is null)`
    : sql`t.queue_id = any(${ids}::bigint[])`;

export function ticketFilters(companyId: number, filters: TicketFilters): Condition[] {
  const { queues, status, unreadOnly, userIds, contactIds, ids, tagIds, createdOn, updatedOn, created } = filters;
  const conditions: (Condition | undefined)[] = [
    queues && ofChosenQueues(queues),
    status && sql`t.status = ${status}`,
    unreadOnly ? sql`t.unread_messages > 0` : undefined,
    userIds?.length ? sql`t.user_id = any(${userIds}::bigint[])` : undefined,
    contactIds?.length ? sql`t.contact_id = any(${contactIds}::bigint[])` : undefined,
    ids && sql`t.id = any(${ids}::bigint[])`,
    tagIds?.length
      ? sql`exists (select 1 from ticket_tags tt
        where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any(${tagIds}::bigint[]))`
      : undefined,
    ...withinDays('t.created_at', createdOn, companyId),
    ...withinDays('t.updated_at', updatedOn, companyId),
    ...withinDays('t.created_at', created, companyId),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

export const afterCursor = (order: TicketOrder, { at, id }: { readonly at: string; readonly id: number }): Condition =>
  sql`(t.${sql.ref(ticketOrders[order])}, t.id) < (${at}::timestamptz, ${id})`;

/** A page of the list. It has one ticket more, which tells whether others follow. */
export const listedTickets = ({ from, order, offset, limit }: ListedPage): RawBuilder<unknown> =>
  sql`select t.* from tickets t where ${from} ${orderedBy(order)} limit ${sql.lit(limit + 1)} ${offsetBy(offset)}`;

/** The count is exact up to {@link countLimit}. */
export const countTickets = (where: Condition): Statement<{ count: number }> =>
  sql`select count(*) as count from (select 1 from tickets t where ${where} limit ${sql.lit(countLimit + 1)}) x`;

/** The counts are exact up to {@link countLimit}. */
export function countOpenAndPending(where: Condition): Statement<{ open: number; pending: number }> {
  const one = (status: TicketStatus): RawBuilder<number> =>
    sql`(select count(*) from (select 1 from tickets t where ${where} and t.status = ${sql.lit(status)} limit ${sql.lit(countLimit)}) x)`;
  return sql`select ${one('open')} as open, ${one('pending')} as pending`;
}
