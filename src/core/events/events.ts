import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Context, type UnitOfWork } from '../context/context.js';
import { BeforeCommit, Db } from '../database/db.js';
import { Handlers } from '../jobs/handlers.js';
import { Jobs } from '../jobs/jobs.js';
import { Runner } from '../jobs/runner.js';
import {
  allEvents,
  type Emission,
  EVENT_BROADCAST,
  EVENT_LISTENER,
  type EventType,
  type ListenerMetadata,
  type Shown,
} from './event.js';

/** Sends emissions to the sockets of this process and events to the others; core/realtime implements it. */
export abstract class Publisher {
  abstract publish(emission: Emission): void;
  /** Whether anybody of the company listens here. */
  abstract concerns(companyId: number | undefined): boolean;
  /** Tells every other process what was committed here; each shows it to its own sockets. */
  abstract share(companyId: number | undefined, event: object): void;
  abstract onShared(show: (companyId: number | undefined, name: string, fields: object) => void): void;
}

interface Listener {
  readonly jobName: string;
  readonly metadata: ListenerMetadata;
}

/** Buffers the events of a unit of work: written to the outbox before its commit, shown on sockets after it. */
@Injectable()
export class Events implements BeforeCommit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Map<EventType, Listener[]>();
  private readonly broadcasts = new Map<EventType, ((event: object) => Promise<Shown>)[]>();
  /** One after the other per company, so that a later state is never overtaken by an earlier one. */
  private readonly tails = new Map<number, Promise<void>>();

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly runner: Runner,
    private readonly handlers: Handlers,
    private readonly publisher: Publisher,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, name, call } of this.handlers.find<ListenerMetadata>(EVENT_LISTENER)) {
      const jobName = `on:${name}`;
      this.runner.register(jobName, {}, call as unknown as (payload: object) => Promise<void>);
      this.listeners.set(metadata.event, [...(this.listeners.get(metadata.event) ?? []), { jobName, metadata }]);
    }
    for (const { metadata, call } of this.handlers.find<{ event: EventType }>(EVENT_BROADCAST)) {
      const broadcast = call as unknown as (event: object) => Promise<Shown>;
      this.broadcasts.set(metadata.event, [...(this.broadcasts.get(metadata.event) ?? []), broadcast]);
    }
    for (const event of allEvents) {
      if (!this.listeners.has(event) && !this.broadcasts.has(event)) throw new Error(`Nobody listens to ${event.name}`);
    }
    this.db.onCommit(this);
    this.publisher.onShared((companyId, name, fields) => {
      const type = [...this.broadcasts.keys()].find((each) => each.name === name);
      if (type) this.show(companyId, type, fields);
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

  async beforeCommit(unit: UnitOfWork): Promise<void> {
    for (const event of unit.events) {
      for (const { jobName, metadata } of this.listeners.get(event.constructor as EventType) ?? []) {
        if (metadata.options.when && !metadata.options.when(event)) continue;
        const lane = metadata.options.lane?.(event);
        await this.jobs.addNamed(jobName, event, lane === undefined ? {} : { lane });
      }
    }
  }

  afterCommit(unit: UnitOfWork): void {
    for (const event of unit.events) {
      const type = event.constructor as EventType;
      if (!this.broadcasts.has(type)) continue;
      this.publisher.share(unit.companyId, event);
      this.show(unit.companyId, type, event);
    }
  }

  /** Here or elsewhere committed: each process reads by itself, so that what its sockets hear last is what is true last. */
  private show(companyId: number | undefined, type: EventType, event: object): void {
    const key = companyId ?? 0;
    for (const broadcast of this.broadcasts.get(type) ?? []) {
      const next = (this.tails.get(key) ?? Promise.resolve()).then(() => this.release(companyId, event, broadcast));
      this.tails.set(key, next);
      void next.then(() => this.tails.get(key) === next && this.tails.delete(key));
    }
  }

  /** What is committed is shown before the database goes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.settled();
  }

  /** Resolves when everything committed so far has been shown; tests wait for it. */
  async settled(): Promise<void> {
    await Promise.all(this.tails.values());
  }

  /** A socket message that cannot be made is logged, not retried: screens resync by themselves (promises.md §1.7). */
  private async release(
    companyId: number | undefined,
    event: object,
    broadcast: (event: object) => Promise<Shown>,
  ): Promise<void> {
    if (!this.publisher.concerns(companyId)) return;
    try {
      const shown = await this.context.run({}, () =>
        companyId === undefined
          ? this.db.asPlatform(() => broadcast(event))
          : this.db.runAs(companyId, () => broadcast(event)),
      );
      // deciding again who may listen takes connections of its own: nobody waits for one while holding another
      const emissions = typeof shown === 'function' ? await this.context.run({}, shown) : shown;
      for (const emission of emissions) this.publisher.publish(emission);
    } catch (error) {
      this.logger.error({ msg: 'event not shown', event: event.constructor.name, reason: String(error) });
    }
  }
}
