import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Context, type UnitOfWork } from '../context.js';
import { CommitHooks, Db } from '../database/db.js';
import { isDatabaseUnavailable, isTransient } from '../errors/database-errors.js';
import { HandlerDiscovery } from '../jobs/handler-discovery.js';
import { Jobs, type JobToAdd } from '../jobs/jobs.js';
import { Runner } from '../jobs/runner.js';
import { Bus } from '../realtime/bus.js';
import {
  allEvents,
  allTransactionEvents,
  type BroadcastMetadata,
  type BroadcastResult,
  type Emission,
  EVENT_ANSWER,
  EVENT_BROADCAST,
  EVENT_IN_TRANSACTION,
  EVENT_LISTENER,
  type EventType,
  type ListenerMetadata,
} from './event.js';
import { allPorts, type Port } from './port.js';

/** Sends emissions to the sockets of this process; core/realtime implements it. */
export abstract class Publisher {
  abstract publish(emission: Emission): void;
  /** Whether the company has sockets in this process. */
  abstract hasListeners(companyId: number | undefined): boolean;
  /** Makes every socket of this process refetch, because events may have been lost. */
  abstract requestResync(): void;
}

interface CompanyQueue {
  readonly events: object[];
  done: Promise<void>;
}

/** How many events are read in one transaction; more would keep its snapshot open too long. */
const batchSize = 50;
/** How long, and how often, broadcasts are retried while the database is unavailable. */
const broadcastTimeoutMs = 60_000;
const retryIntervalMs = 300;

interface RegisteredBroadcast {
  readonly batched: boolean;
  /** Returns the results of the events, in their order. */
  readonly read: (events: readonly object[]) => Promise<BroadcastResult[]>;
}

type Answering = (question: unknown, earlier: readonly unknown[]) => Promise<unknown>;

interface Listener {
  readonly jobName: string;
  readonly instance: object;
  readonly metadata: ListenerMetadata;
}

/** Collects the events of a unit of work, writes their outbox rows before its commit and broadcasts them after it. */
@Injectable()
export class Events implements CommitHooks, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Map<EventType, Listener[]>();
  private readonly broadcasts = new Map<EventType, RegisteredBroadcast[]>();
  private readonly transactionHandlers = new Map<EventType, ((event: object) => Promise<void>)[]>();
  private readonly answers = new Map<Port<never, unknown>, Answering[]>();
  /** Events to broadcast by company (0: the platform), in order, so that an older state never follows a newer one. */
  private readonly waiting = new Map<number, CompanyQueue>();
  private readonly commitListeners: ((event: object) => void)[] = [];
  /** Units whose outbox rows are already stored, so that a further event with listeners would be lost. */
  private readonly closed = new WeakSet<UnitOfWork>();
  private stopping = false;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly runner: Runner,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly publisher: Publisher,
    private readonly bus: Bus,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, name, call, instance } of this.handlerDiscovery.find<ListenerMetadata>(EVENT_LISTENER)) {
      const jobName = `on:${name}`;
      const { batch, sequential = false, formerly = [] } = metadata.options;
      for (const stored of [jobName, ...formerly.map((former) => `on:${former}`)])
        this.runner.register(
          stored,
          batch ? { batch, sequential } : {},
          call as unknown as (payload: object) => Promise<void>,
        );
      this.listeners.set(metadata.event, [
        ...(this.listeners.get(metadata.event) ?? []),
        { jobName, metadata, instance },
      ]);
    }
    for (const { metadata, call } of this.handlerDiscovery.find<BroadcastMetadata>(EVENT_BROADCAST)) {
      const broadcast = metadata.batched
        ? { batched: true, read: call as unknown as RegisteredBroadcast['read'] }
        : { batched: false, read: eachAlone(call as unknown as (event: object) => Promise<BroadcastResult>) };
      this.broadcasts.set(metadata.event, [...(this.broadcasts.get(metadata.event) ?? []), broadcast]);
    }
    for (const { metadata, call } of this.handlerDiscovery.find<{ event: EventType }>(EVENT_IN_TRANSACTION)) {
      const handlers = this.transactionHandlers.get(metadata.event) ?? [];
      this.transactionHandlers.set(metadata.event, [...handlers, call as unknown as (event: object) => Promise<void>]);
    }
    for (const { metadata, call } of this.handlerDiscovery.find<{ port: Port<never, unknown> }>(EVENT_ANSWER))
      this.answers.set(metadata.port, [...(this.answers.get(metadata.port) ?? []), call as unknown as Answering]);
    for (const port of allPorts)
      if (port.required && !this.answers.has(port)) throw new Error(`Nobody answers ${port.name}`);
    for (const event of allEvents) {
      if ([this.listeners, this.broadcasts, this.transactionHandlers].every((handlers) => !handlers.has(event)))
        throw new Error(`Nobody listens to ${event.name}`);
    }
    for (const [event, { required }] of allTransactionEvents) {
      if (required && !this.transactionHandlers.has(event))
        throw new Error(`No in-transaction handler for ${event.name}`);
    }
    this.db.setCommitHooks(this);
    this.bus.on('peerEvent', ({ companyId, name, fields }) => {
      const type = [...this.broadcasts.keys()].find((each) => each.name === name);
      if (!type) return;
      const event = Object.assign(Object.create(type.prototype) as object, JSON.parse(fields) as object);
      for (const listener of this.commitListeners) listener(event);
      this.enqueue(companyId ?? undefined, [event]);
    });
  }

  /**
   * Registers, at boot, a listener for caches in memory. It is called right after the commit of every event, and for
   * events of other processes if they are broadcast.
   */
  onCommitted(listener: (event: object) => void): void {
    this.commitListeners.push(listener);
  }

  /** Emits an event of the current transaction; it is dropped when the transaction fails. */
  emit(event: object): void {
    if (!allEvents.has(event.constructor as EventType))
      throw new Error(`${event.constructor.name} is not a declared event`);
    const unit = this.context.unit;
    if (!unit) throw new Error('Events belong to a unit of work');
    if (this.closed.has(unit) && this.mustHappen(event))
      throw new Error(`${event.constructor.name} came too late for its listeners`);
    unit.events.push(event);
  }

  /** Whether a listener gets an outbox row for the event, which must then be emitted before the commit is sent. */
  mustHappen(event: object): boolean {
    return this.jobsOf(event).length > 0;
  }

  /** Runs the `@InTransaction` handlers of the event now, one after the other, in the caller's transaction. */
  async dispatch(event: object): Promise<void> {
    const type = event.constructor as EventType;
    if (!allTransactionEvents.has(type)) throw new Error(`${type.name} is not a declared in-transaction event`);
    for (const handle of this.transactionHandlers.get(type) ?? []) await handle(event);
  }

  /** What the `@Answers` methods of the port say, one after the other, in the caller's transaction. */
  async ask<Question, Answer>(port: Port<Question, Answer>, question: Question): Promise<Answer[]> {
    const answers: unknown[] = [];
    for (const answer of this.answers.get(port) ?? []) answers.push(await answer(question, [...answers]));
    return answers as Answer[];
  }

  async beforeCommit(unit: UnitOfWork): Promise<void> {
    await this.jobs.addAll(unit.events.flatMap((event) => this.jobsOf(event)));
    this.closed.add(unit);
  }

  private jobsOf(event: object): JobToAdd[] {
    return (this.listeners.get(event.constructor as EventType) ?? [])
      .filter(({ metadata, instance }) => !metadata.options.when || metadata.options.when(event, instance))
      .map(({ jobName, metadata }) => ({
        name: jobName,
        payload: metadata.options.payload?.(event) ?? event,
        orderingKey: metadata.options.orderingKey?.(event),
      }));
  }

  afterCommit(unit: UnitOfWork): void {
    this.notifyCommitListeners(unit);
    const shown = unit.events.filter((event) => this.broadcasts.has(event.constructor as EventType));
    for (const event of shown) this.bus.publish(unit.companyId, event);
    this.enqueue(unit.companyId, shown);
  }

  /** The transaction may have been committed, so all sockets refetch. */
  commitOutcomeUnknown(unit: UnitOfWork): void {
    this.notifyCommitListeners(unit);
    if (!unit.events.some((event) => this.broadcasts.has(event.constructor as EventType))) return;
    this.publisher.requestResync();
    this.bus.announceGap();
  }

  private notifyCommitListeners({ events }: UnitOfWork): void {
    for (const event of events) for (const listener of this.commitListeners) listener(event);
  }

  /** Each process reads the state itself, so the last event that its sockets get has the last state. */
  private enqueue(companyId: number | undefined, events: readonly object[]): void {
    if (events.length === 0 || !this.publisher.hasListeners(companyId)) return;
    const key = companyId ?? 0;
    const waiting = this.waiting.get(key);
    if (waiting) {
      waiting.events.push(...events);
      return;
    }
    const first: CompanyQueue = { events: [...events], done: Promise.resolve() };
    this.waiting.set(key, first);
    first.done = this.broadcastAll(companyId, first.events);
  }

  /** Broadcasts all committed events before the database connections are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.whenIdle();
  }

  /** Resolves when all committed events have been broadcast; for tests. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.waiting.values()].map(({ done }) => done));
  }

  /** Events that are committed during a read share the next read, so a burst costs less per event. */
  private async broadcastAll(companyId: number | undefined, events: object[]): Promise<void> {
    while (events.length > 0) await this.broadcastBatch(companyId, dedupe(events.splice(0, batchSize)));
    // this must happen in the same tick, or an event added now would never be read
    this.waiting.delete(companyId ?? 0);
  }

  /** A failing event does not stop the others; an unavailable database is retried. */
  private async broadcastBatch(companyId: number | undefined, events: object[]): Promise<void> {
    const until = Date.now() + broadcastTimeoutMs;
    let most = events.length;
    while (events.length > 0) {
      const after: BroadcastResult[] = [];
      try {
        await this.runBroadcasts(companyId, events, most, after);
      } catch (error) {
        if (isTransient(error) && Date.now() < until && !this.stopping) {
          await wait(retryIntervalMs);
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
   * Removes events from the list once they are read, at most `most` at a time. Emissions are published at once, in
   * order. From the first result with its own work on, results are put into `after`.
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
        const alike = broadcasts.every(({ batched }) => batched) ? leadingOfSameType(events, most) : events.slice(0, 1);
        const results = await Promise.all(broadcasts.map(({ read }) => read(alike)));
        events.splice(0, alike.length);
        for (const shown of alike.flatMap((_, index) => results.map((each) => each[index] ?? []))) {
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
      // this work takes its own database connections, so it must not run inside a transaction
      const emissions = typeof shown === 'function' ? await this.context.run({}, shown) : shown;
      for (const emission of emissions) this.publisher.publish(emission);
    } catch (error) {
      this.logFailure(error);
    }
  }

  /** A failed broadcast is not retried, because screens refetch by themselves. */
  private logFailure(error: unknown, event?: string): void {
    this.logger.error({ msg: 'event not shown', event, reason: String(error) });
  }
}

function leadingOfSameType(events: readonly object[], most: number): object[] {
  const other = events.findIndex((event) => event.constructor !== events[0]?.constructor);
  return events.slice(0, Math.min(other === -1 ? events.length : other, most));
}

const eachAlone =
  (broadcast: (event: object) => Promise<BroadcastResult>): RegisteredBroadcast['read'] =>
  async (events) => {
    const all: BroadcastResult[] = [];
    for (const event of events) all.push(await broadcast(event));
    return all;
  };

/** Keeps only the last of equal events, because the state is read later anyway. */
function dedupe(events: readonly object[]): object[] {
  if (events.length === 1) return [...events];
  const last = new Map<string, object>();
  for (const event of events) {
    const key = `${event.constructor.name} ${JSON.stringify(event)}`;
    last.delete(key);
    last.set(key, event);
  }
  return [...last.values()];
}
