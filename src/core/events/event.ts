import 'reflect-metadata';
import type { JobRun } from '../jobs/job.js';

export type EventType<E extends object = object> = abstract new (...args: never[]) => E;

const eventTypes = new Set<EventType>();
/** Every declared event, for the boot check. */
export const allEvents: ReadonlySet<EventType> = eventTypes;

/**
 * Declares a class as a domain event (named in the past tense: noun, verb) whose {@link fields} survive JSON. Processes
 * identify it by its name. @throws when another event has the same name
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
 * Declares a class as an event that `@InTransaction` methods handle inside the transaction of its sender.
 * With `required` the application refuses to boot without a handler.
 */
export function TransactionEvent({ required = false }: { required?: boolean } = {}): ClassDecorator {
  return (type) => {
    transactionEventTypes.set(type as unknown as EventType, { required });
  };
}

/** Base class of events, made from one object. @example `class TagRenamed extends fields<{ tagId: number }>() {}` */
export const fields = <F extends object>() =>
  class {
    constructor(values: F) {
      Object.assign(this, values);
    }
  } as new (
    values: F,
  ) => Readonly<F>;

export interface ListenerOptions<E, L extends object = object> {
  /** Returns false when this event needs no outbox row for the listener. */
  readonly when?: (event: E, listener: L) => boolean;
  /** Returns the part of the event that the outbox row stores, when the rest should not be kept. */
  readonly payload?: (event: E) => Partial<E>;
  /** Names `Class.method` that the listener had in the release before, under which its outbox rows are stored. */
  readonly formerly?: readonly string[];
  /** Events with the same ordering key are handled in order. */
  readonly orderingKey?: (event: E) => string;
  /** `batch` and `sequential` are those of a job ({@link JobOptions}); {@link OnEventBatch} sets `batch`. */
  readonly batch?: number;
  readonly sequential?: boolean;
}

export interface ListenerMetadata {
  readonly event: EventType;
  readonly options: ListenerOptions<object>;
}

/**
 * A socket event that is sent once to every socket in one of the rooms and in none of `except`. `companyEvent`
 * (core/realtime/socket-events.ts) makes those of a company.
 */
export interface Emission<Payload extends object = object> {
  readonly rooms: readonly string[];
  readonly except?: readonly string[];
  readonly name: string;
  readonly payload: Payload;
}

/** The emissions of a broadcast, or a function that first does work on the sockets, outside of the transaction. */
export type BroadcastResult = Emission[] | (() => Promise<Emission[]>);

export const EVENT_LISTENER = 'atende:event-listener';
export const EVENT_BROADCAST = 'atende:event-broadcast';
export const EVENT_IN_TRANSACTION = 'atende:event-in-transaction';
export const EVENT_ANSWER = 'atende:event-answer';

export interface BroadcastMetadata {
  readonly event: EventType;
  /** Whether the method takes a list of events and returns one result for each. */
  readonly batched: boolean;
}

export function mark(descriptor: { value?: object | undefined }, key: string, metadata: unknown): void {
  if (!descriptor.value) return;
  const marks = (Reflect.getMetadata(key, descriptor.value) as unknown[] | undefined) ?? [];
  Reflect.defineMetadata(key, [...marks, metadata], descriptor.value);
}

/**
 * Runs the method inside the transaction of `events.dispatch`, in the order of the modules, for effects that must be
 * atomic. If it throws, the transaction fails.
 */
export function InTransaction<E extends object>(event: EventType<E>) {
  return <M extends (event: E) => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_IN_TRANSACTION, { event });
}

/** Runs the method as a retried job after the commit. The transaction stores its outbox row, so no event is lost. */
export function OnEvent<E extends object, L extends object>(event: EventType<E>, options: ListenerOptions<E, L> = {}) {
  return <M extends (event: E) => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_LISTENER, { event, options });
}

/** Like {@link OnEvent}, but one call gets up to `batch` events that are due together, and the `run` of the first. */
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

/** Runs the method after the commit; it reads the current state and returns it with the rooms that see it. */
export function Broadcast<E extends object>(event: EventType<E>) {
  return <M extends (event: E) => Promise<BroadcastResult>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_BROADCAST, { event, batched: false } satisfies BroadcastMetadata);
}

/** Like {@link Broadcast}, for frequent events: consecutive ones are read in one call. */
export function BroadcastBatch<E extends object>(event: EventType<E>) {
  return <M extends (events: readonly E[]) => Promise<BroadcastResult[]>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => mark(descriptor, EVENT_BROADCAST, { event, batched: true } satisfies BroadcastMetadata);
}
