import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { BatchLoader } from '../../../../core/database/batch-loader.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import type { InboundEvent, InboundStatus } from '../channels/channel.js';
import { InboxEventReceived, InboxStatusesReceived, NumbersErased } from '../connections.events.js';
import { erasePayloads, insertEvents, markProcessed, type ProcessedEvent, splitStatuses } from './inbox.queries.js';
import type { StatusList } from './inbox-event.entity.js';

interface PendingStore {
  readonly companyId: number;
  readonly events: readonly InboundEvent[];
}

/** Longest text that a phone can send. */
const maxTextLength = 65_536;
/** Each event may need an advisory lock of its own, of which a server has a few thousand. */
const maxEventsPerTransaction = 200;
const maxStatusesPerRow = 100;
const maxRowsPerJob = 50;

@Injectable()
export class InboxService {
  private readonly batchLoader: BatchLoader<PendingStore, undefined>;

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    context: Context,
  ) {
    this.batchLoader = new BatchLoader(
      context,
      // a connection always belongs to the same company
      async (connectionId, calls) => {
        const [first] = calls;
        const events = calls.flatMap((call) => call.events);
        if (first) await this.db.runAs(first.companyId, () => this.store(connectionId, events));
        return calls.map(() => undefined);
      },
      maxEventsPerTransaction,
      (call) => call.events.length,
    );
  }

  /**
   * Like {@link store}, but in transactions of its own that concurrent calls share; committed when it resolves. When a
   * call with many events throws, some may be stored: repeating it is harmless.
   */
  async storeBatched(companyId: number, connectionId: number, events: readonly InboundEvent[]): Promise<void> {
    const ordered = byTimestamp(events);
    for (let from = 0; from < ordered.length; from += maxEventsPerTransaction)
      await this.batchLoader.load(connectionId, {
        companyId,
        events: ordered.slice(from, from + maxEventsPerTransaction),
      });
  }

  /**
   * Stores events of one connection in the current transaction of its company. They are handled after the commit, in
   * order per customer. Repeated events change nothing.
   */
  async store(connectionId: number, events: readonly InboundEvent[]): Promise<void> {
    if (events.length === 0) return;
    const ordered = byTimestamp(events.map(withinLimit));
    const statuses = ordered.filter(isOfOurs);
    const repeatable = statuses.filter(({ status }) => status === 'delivered' || status === 'read');
    const together = repeatable.length > 1 ? repeatable : [];
    const byId = new Map<string, InboundEvent | StatusList>(inLists(together));
    const listed = new Set<InboundEvent>(together);
    // of several events with the same id the first is stored
    for (const event of ordered) if (!listed.has(event) && !byId.has(event.eventId)) byId.set(event.eventId, event);
    // statuses of messages with our id need no order; others must be handled after the message written on the phone
    const inOrder = (event: InboundEvent | StatusList): event is InboundEvent =>
      event.kind !== 'statuses' && !(statuses.length > 1 && isOfOurs(event));
    const customers = new Set([...byId.values()].filter(inOrder).map(conversationKeyOf));
    // each customer's events are handled in the order of their ids
    const lockKeys = Array.from(customers, (customer) => `inbox:${connectionId}:${customer}`);
    const ofStatuses: number[] = [];
    for (const { id, eventId } of await this.db.rows(insertEvents(connectionId, byId, lockKeys))) {
      const event = byId.get(eventId);
      if (event && inOrder(event))
        this.events.emit(new InboxEventReceived({ connectionId, inboxId: id, external: conversationKeyOf(event) }));
      else ofStatuses.push(id);
    }
    // one job for each status of a campaign would cost PostgreSQL more than the statuses themselves
    for (let from = 0; from < ofStatuses.length; from += maxRowsPerJob)
      this.events.emit(
        new InboxStatusesReceived({ connectionId, inboxIds: ofStatuses.slice(from, from + maxRowsPerJob) }),
      );
  }

  /** Stores each status of a list in a row of its own. @returns whether the list had several */
  async split(connectionId: number, inboxId: number): Promise<boolean> {
    const rows = await this.db.rows(splitStatuses(inboxId));
    for (const { id } of rows) this.events.emit(new InboxStatusesReceived({ connectionId, inboxIds: [id] }));
    return rows.length > 0;
  }

  /**
   * Marks events as processed and returns those that were not before, in the order of their ids.
   * @param alreadyStored whether the message of event `i` on connection `w` is stored
   */
  async markProcessed(inboxIds: readonly number[], alreadyStored: Condition): Promise<ProcessedEvent[]> {
    const rows = await this.db.rows(markProcessed(inboxIds, alreadyStored));
    return rows.toSorted((a, b) => a.id - b.id);
  }

  /** Removes contents of processed events of numbers or groups; the rows stay, so repeated events are recognised. */
  async erasePayloads(companyId: number, numbers: readonly string[]): Promise<void> {
    await this.db.run(erasePayloads(companyId, numbers));
    await this.events.dispatch(new NumbersErased({ companyId, numbers }));
  }
}

/** Shortens a text without splitting a surrogate pair. */
const truncated = (text: string): string => text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '');

const withinLimit = (event: InboundEvent): InboundEvent =>
  'body' in event && event.body !== null && event.body.length > maxTextLength
    ? { ...event, body: truncated(event.body) }
    : event;

const byTimestamp = (events: readonly InboundEvent[]): InboundEvent[] =>
  events.toSorted((a, b) => a.timestamp - b.timestamp);

const isOfOurs = (event: InboundEvent): event is InboundStatus => event.kind === 'status' && event.messageId !== null;

/** Lists of statuses, each with an id that depends only on the statuses in it. */
function inLists(events: readonly InboundStatus[]): [string, StatusList][] {
  return Array.from({ length: Math.ceil(events.length / maxStatusesPerRow) }, (_, index) => {
    const listed = events.slice(index * maxStatusesPerRow, (index + 1) * maxStatusesPerRow);
    const ids = listed.map(({ eventId }) => eventId).join('\n');
    const statuses = listed.map(({ kind, eventId, recipient, ...report }) =>
      report.userId ? { ...report, recipient } : report,
    );
    return [`statuses:${createHash('sha256').update(ids).digest('hex')}`, { kind: 'statuses', statuses }];
  });
}

/** Number or id of the other side: the group, the customer, or the recipient of our message. */
function conversationKeyOf(event: InboundEvent): string {
  if (event.kind === 'status') return event.recipient;
  return 'group' in event && event.group ? event.group.id : event.from;
}
