import 'reflect-metadata';
import type { JobRun } from '../jobs/job.js';

export type EventType<E extends object = object> = abstract new (...args: never[]) => E;

const eventTypes = new Set<EventType>();
/** Every declared event, for the boot check. */
export const allEvents: ReadonlySet<EventType> = eventTypes;

/**
 * Declares a class as a domain event (`noun.pastVerb` in meaning) whose {@link fields} survive JSON. Processes know it by its
 * name. @throws when another event has that name.
 */
export function DomainEvent(): ClassDecorator {
  return (type) => {
    if ([...eventTypes].some(({ name }) => name === type.name))
      throw new Error(`The event ${type.name} is declared twice`);
    eventTypes.add(type as unknown as EventType);
  };
}

const transactionEventTypes = new Map<EventType, { readonly required: boolean }>();
/** Every declared in-transaction event, for the boot check. */
export const allTransactionEvents: ReadonlyMap<EventType, { readonly required: boolean }> = transactionEventTypes;

/**
 * Declares a class as an event that is handled inside the transaction of its sender, by `@InTransaction` methods.
 * `required`: the application refuses to boot without a handler.
 */
export function TransactionEvent({ required = false }: { required?: boolean } = {}): ClassDecorator {
  return (type) => {
    transactionEventTypes.set(type as unknown as EventType, { required });
  };
}

/** Base of events: made of one object, whose members they have. @example `class TagRenamed extends fields<{ tagId: number }>() {}` */
export const fields = <F extends object>() =>
  class {
    constructor(values: F) {
      Object.assign(this, values);
    }
  } as new (
    values: F,
  ) => Readonly<F>;

export interface ListenerOptions<E, L extends object = object> {
  /** false: no outbox row is written for this event. */
  readonly when?: (event: E, listener: L) => boolean;
  /** What the outbox row keeps of an event that holds more than should be kept. */
  readonly payload?: (event: E) => Partial<E>;
  /** Events with the same ordering key are handled in order. */
  readonly orderingKey?: (event: E) => string;
  /** These two as of a job ({@link JobOptions}); set by {@link OnEventBatch}. */
  readonly batch?: number;
  readonly sequential?: boolean;
}

export interface ListenerMetadata {
  readonly event: EventType;
  readonly options: ListenerOptions<object>;
}

/**
 * A socket event, sent once to every socket in one of the rooms and in none of `except`. Those of a company are made by
 * `companyEvent` (core/realtime/socket-events.ts).
 */
export interface Emission<Payload extends object = object> {
  readonly rooms: readonly string[];
  readonly except?: readonly string[];
  readonly name: string;
  readonly payload: Payload;
}

/** Result of a broadcast: emissions, or work on the sockets before them, outside of its transaction. */
export type BroadcastResult = Emission[] | (() => Promise<Emission[]>);

export const EVENT_LISTENER = 'atende:event-listener';
export const EVENT_BROADCAST = 'atende:event-broadcast';
export const EVENT_IN_TRANSACTION = 'atende:event-in-transaction';
export const EVENT_ANSWER = 'atende:event-answer';

export interface BroadcastMetadata {
  readonly event: EventType;
  /** The method takes a list and returns one result for each. */
  readonly batched: boolean;
}

export function mark(descriptor: { value?: object | undefined }, key: string, metadata: unknown): void {
  if (!descriptor.value) return;
  const marks = (Reflect.getMetadata(key, descriptor.value) as unknown[] | undefined) ?? [];
  Reflect.defineMetadata(key, [...marks, metadata], descriptor.value);
}

/**
 * Must be atomic: runs inside the transaction of `events.dispatch`, in the order of the modules. A handler that throws
 * ends the transaction.
 */
export function InTransaction<E extends object>(event: EventType<E>) {
  return <M extends (event: E) => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_IN_TRANSACTION, { event });
}

/** Must happen: an outbox row in the same flush, performed as a retried job after the commit. */
export function OnEvent<E extends object, L extends object>(event: EventType<E>, options: ListenerOptions<E, L> = {}) {
  return <M extends (event: E) => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_LISTENER, { event, options });
}

/** As {@link OnEvent}, for frequent events: one call handles up to `batch` of them that are due at the same time; `run` is that of the first. */
export function OnEventBatch<E extends object, L extends object>(
  event: EventType<E>,
  options: ListenerOptions<E, L> & { readonly batch: number },
) {
  return <M extends (events: readonly E[], run: JobRun) => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_LISTENER, { event, options });
}

/** Must be seen: after the commit, the method reads the current state and returns it with the rooms that see it. */
export function Broadcast<E extends object>(event: EventType<E>) {
  return <M extends (event: E) => Promise<BroadcastResult>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_BROADCAST, { event, batched: false } satisfies BroadcastMetadata);
}

/** As {@link Broadcast}, for frequent events: consecutive ones are read in one call. */
export function BroadcastBatch<E extends object>(event: EventType<E>) {
  return <M extends (events: readonly E[]) => Promise<BroadcastResult[]>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_BROADCAST, { event, batched: true } satisfies BroadcastMetadata);
}
