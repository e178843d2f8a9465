import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Context, type UnitOfWork } from '../context.js';
import { CommitHooks, Db } from '../database/db.js';
import { isDatabaseUnavailable, isTransient } from '../errors/database-errors.js';
import { HandlerDiscovery } from '../jobs/handler-discovery.js';
import { Jobs } from '../jobs/jobs.js';
import { Runner } from '../jobs/runner.js';
import {
  allEvents,
  allTransactionEvents,
  type BroadcastMetadata,
  type BroadcastResult,
  type Emission,
  EVENT_BROADCAST,
  EVENT_IN_TRANSACTION,
  EVENT_LISTENER,
  type EventType,
  type ListenerMetadata,
} from './event.js';

/** Sends emissions to the sockets of this process and events to the others; core/realtime implements it. */
export abstract class Publisher {
  abstract publish(emission: Emission): void;
  /** Whether anybody of the company listens here. */
  abstract hasListeners(companyId: number | undefined): boolean;
  /** Something may not have been shown: every socket here is told to ask. */
  abstract requestResync(): void;
  /** Every other process tells its sockets to ask, too. */
  abstract requestResyncOfPeers(): void;
  /** Tells every other process what was committed here; each shows it to its own sockets. */
  abstract sendToPeers(companyId: number | undefined, event: object): void;
  abstract onPeerEvent(show: (companyId: number | undefined, name: string, fields: object) => void): void;
}

interface Waiting {
  readonly events: object[];
  done: Promise<void>;
}

/** Read in one transaction; more would keep its snapshot, and who waits, too long. */
const batchSize = 50;
/** How long events wait for a database that went away, and how often it is tried. */
const patienceMs = 60_000;
const readAgainMs = 300;

interface Broadcasting {
  /** Takes several at a time; the others are asked for one after the other. */
  readonly batched: boolean;
  /** What each of the events shows, in their order. */
  readonly read: (events: readonly object[]) => Promise<BroadcastResult[]>;
}

interface Listener {
  readonly jobName: string;
  readonly metadata: ListenerMetadata;
}

/** Buffers the events of a unit of work: written to the outbox before its commit, shown on sockets after it. */
@Injectable()
export class Events implements CommitHooks, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Map<EventType, Listener[]>();
  private readonly broadcasts = new Map<EventType, Broadcasting[]>();
  private readonly transactionHandlers = new Map<EventType, ((event: object) => Promise<void>)[]>();
  /** What each company has yet to see, in order: a later state is never overtaken by an earlier one. 0 is the platform. */
  private readonly waiting = new Map<number, Waiting>();
  private stopping = false;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly runner: Runner,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly publisher: Publisher,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, name, call } of this.handlerDiscovery.find<ListenerMetadata>(EVENT_LISTENER)) {
      const jobName = `on:${name}`;
      const { batched: together = false } = metadata.options;
      this.runner.register(jobName, { batched: together }, call as unknown as (payload: object) => Promise<void>);
      this.listeners.set(metadata.event, [...(this.listeners.get(metadata.event) ?? []), { jobName, metadata }]);
    }
    for (const { metadata, call } of this.handlerDiscovery.find<BroadcastMetadata>(EVENT_BROADCAST)) {
      const broadcast = metadata.batched
        ? { batched: true, read: call as unknown as Broadcasting['read'] }
        : { batched: false, read: oneByOne(call as unknown as (event: object) => Promise<BroadcastResult>) };
      this.broadcasts.set(metadata.event, [...(this.broadcasts.get(metadata.event) ?? []), broadcast]);
    }
    for (const event of allEvents) {
      if (!this.listeners.has(event) && !this.broadcasts.has(event)) throw new Error(`Nobody listens to ${event.name}`);
    }
    for (const { metadata, call } of this.handlerDiscovery.find<{ event: EventType }>(EVENT_IN_TRANSACTION)) {
      const handlers = this.transactionHandlers.get(metadata.event) ?? [];
      this.transactionHandlers.set(metadata.event, [...handlers, call as unknown as (event: object) => Promise<void>]);
    }
    for (const [event, { required }] of allTransactionEvents) {
      if (required && !this.transactionHandlers.has(event))
        throw new Error(`No in-transaction handler for ${event.name}`);
    }
    this.db.setCommitHooks(this);
    this.publisher.onPeerEvent((companyId, name, fields) => {
      const type = [...this.broadcasts.keys()].find((each) => each.name === name);
      if (type) this.enqueue(companyId, [Object.assign(Object.create(type.prototype) as object, fields)]);
    });
  }

  /** Says that something happened; dropped when the transaction fails. */
  emit(event: object): void {
    if (!allEvents.has(event.constructor as EventType))
      throw new Error(`${event.constructor.name} is not a declared event`);
    const unit = this.context.unit;
    if (!unit) throw new Error('Events belong to a unit of work');
    unit.events.push(event);
  }

  /** Runs the `@InTransaction` handlers of the event now, one after the other, in the caller's transaction. */
  async dispatch(event: object): Promise<void> {
    const type = event.constructor as EventType;
    if (!allTransactionEvents.has(type)) throw new Error(`${type.name} is not a declared in-transaction event`);
    for (const handle of this.transactionHandlers.get(type) ?? []) await handle(event);
  }

  async beforeCommit(unit: UnitOfWork): Promise<void> {
    const jobs = unit.events.flatMap((event) =>
      (this.listeners.get(event.constructor as EventType) ?? [])
        .filter(({ metadata }) => !metadata.options.when || metadata.options.when(event))
        .map(({ jobName, metadata }) => ({
          name: jobName,
          payload: event,
          orderingKey: metadata.options.orderingKey?.(event),
        })),
    );
    await this.jobs.addAll(jobs);
  }

  afterCommit(unit: UnitOfWork): void {
    const shown = unit.events.filter((event) => this.broadcasts.has(event.constructor as EventType));
    for (const event of shown) this.publisher.sendToPeers(unit.companyId, event);
    this.enqueue(unit.companyId, shown);
  }

  /** Nobody knows whether it was committed: those who would have seen it are told to ask. */
  commitOutcomeUnknown(unit: UnitOfWork): void {
    if (!unit.events.some((event) => this.broadcasts.has(event.constructor as EventType))) return;
    this.publisher.requestResync();
    this.publisher.requestResyncOfPeers();
  }

  /** Here or elsewhere committed: each process reads by itself, so that what its sockets hear last is what is true last. */
  private enqueue(companyId: number | undefined, events: readonly object[]): void {
    if (events.length === 0 || !this.publisher.hasListeners(companyId)) return;
    const key = companyId ?? 0;
    const waiting = this.waiting.get(key);
    if (waiting) {
      waiting.events.push(...events);
      return;
    }
    const first: Waiting = { events: [...events], done: Promise.resolve() };
    this.waiting.set(key, first);
    first.done = this.broadcastAll(companyId, first.events);
  }

  /** What is committed is shown before the database goes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.whenIdle();
  }

  /** Resolves when everything committed so far has been shown; tests wait for it. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.waiting.values()].map(({ done: shown }) => shown));
  }

  /** Whatever was committed while the last ones were read is read together: a burst costs less, not more, per event. */
  private async broadcastAll(companyId: number | undefined, events: object[]): Promise<void> {
    while (events.length > 0) await this.broadcastBatch(companyId, lastOfEach(events.splice(0, batchSize)));
    // at once, or an event that comes now would join those that nobody looks at any more
    this.waiting.delete(companyId ?? 0);
  }

  /** One that fails must not take the others with it; a database that went away is waited for. */
  private async broadcastBatch(companyId: number | undefined, events: object[]): Promise<void> {
    const until = Date.now() + patienceMs;
    let most = events.length;
    while (events.length > 0) {
      const after: BroadcastResult[] = [];
      try {
        await this.runBroadcasts(companyId, events, most, after);
      } catch (error) {
        if (isTransient(error) && Date.now() < until && !this.stopping) {
          await wait(readAgainMs);
        } else if (most > 1 && !isTransient(error)) {
          most = 1;
        } else {
          if (isDatabaseUnavailable(error)) this.publisher.requestResync();
          this.logFailure(error, events.shift()?.constructor.name);
        }
      }
      for (const shown of after) await this.publishResult(shown);
    }
  }

  /**
   * Takes events off the list when they were read, at most so many at a time. What can be said at once is, in order; the
   * rest is left in `after`.
   */
  private runBroadcasts(
    companyId: number | undefined,
    events: object[],
    most: number,
    after: BroadcastResult[],
  ): Promise<void> {
    const work = async (): Promise<void> => {
      while (events.length > 0) {
        const broadcasts = this.broadcasts.get(events[0]?.constructor as EventType) ?? [];
        const alike = broadcasts.every(({ batched: together }) => together)
          ? alikeAtHead(events, most)
          : events.slice(0, 1);
        const told: BroadcastResult[][] = [];
        for (const broadcast of broadcasts) told.push(await broadcast.read(alike));
        events.splice(0, alike.length);
        for (const shown of alike.flatMap((_, index) => told.map((each) => each[index] ?? []))) {
          if (typeof shown === 'function' || after.length > 0) after.push(shown);
          else for (const emission of shown) this.publisher.publish(emission);
        }
      }
    };
    return this.context.run({}, () =>
      companyId === undefined ? this.db.asPlatform(work) : this.db.runAs(companyId, work),
    );
  }

  private async publishResult(shown: BroadcastResult): Promise<void> {
    try {
      // deciding again who may listen takes connections of its own: nobody waits for one while holding another
      const emissions = typeof shown === 'function' ? await this.context.run({}, shown) : shown;
      for (const emission of emissions) this.publisher.publish(emission);
    } catch (error) {
      this.logFailure(error);
    }
  }

  /** A socket message that cannot be made is logged, not retried: screens resync by themselves (promises.md §1.7). */
  private logFailure(error: unknown, event?: string): void {
    this.logger.error({ msg: 'event not shown', event, reason: String(error) });
  }
}

/** Events of one type with which the list begins. */
function alikeAtHead(events: readonly object[], most: number): object[] {
  const other = events.findIndex((event) => event.constructor !== events[0]?.constructor);
  return events.slice(0, Math.min(other === -1 ? events.length : other, most));
}

const oneByOne =
  (broadcast: (event: object) => Promise<BroadcastResult>): Broadcasting['read'] =>
  async (events) => {
    const all: BroadcastResult[] = [];
    for (const event of events) all.push(await broadcast(event));
    return all;
  };

/** Events of which only the last is kept when the same is said again: what is shown is the state at the time of reading. */
function lastOfEach(events: readonly object[]): object[] {
  if (events.length === 1) return [...events];
  const last = new Map<string, object>();
  for (const event of events) {
    const said = `${event.constructor.name} ${JSON.stringify(event)}`;
    last.delete(said);
    last.set(said, event);
  }
  return [...last.values()];
}
