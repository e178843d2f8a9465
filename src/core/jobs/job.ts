import 'reflect-metadata';
import type { JobLease } from './job-lease.js';

/** The order in which the due jobs of a company are claimed. */
export const jobPriorities = { interactive: 0, bulk: 1, maintenance: 2 };
export type JobPriority = keyof typeof jobPriorities;

/** A kind of work that must happen: its payload is stored as JSON in the current transaction. */
export interface JobType<P extends object = object> {
  /** Stable name, verb-object; stored in the outbox row. */
  readonly jobName: string;
  readonly priority: JobPriority;
  /** Only for the type of the payload. */
  new (payload: P): { readonly payload: P };
}

const jobTypes = new Map<string, JobType>();
/** Every declared job, for the boot check. */
export const allJobs: ReadonlyMap<string, JobType> = jobTypes;

const external = new Set<string>();
/** Jobs that call external services have a concurrency limit of their own, so that a slow provider delays no other job. */
export const externalJobs: ReadonlySet<string> = external;

/**
 * Declares a job.
 * @example `export class RemoveFiles extends defineJob<{ keys: string[] }>('remove-files', { priority: 'maintenance' }) {}`
 */
export function defineJob<P extends object>(
  jobName: string,
  { priority = 'interactive' }: { readonly priority?: JobPriority } = {},
): JobType<P> {
  class DefinedJob {
    static readonly jobName = jobName;
    static readonly priority = priority;
    constructor(readonly payload: P) {}
  }
  if (jobTypes.has(jobName)) throw new Error(`The job ${jobName} is declared twice`);
  jobTypes.set(jobName, DefinedJob as unknown as JobType);
  return DefinedJob;
}

/** What a handler receives beside the payload. */
export interface JobRun {
  readonly companyId: number | undefined;
  /** 1 on the first try. */
  readonly attempt: number;
  /** The starts before this one never ended; when it does not either, the job has failed for good. */
  readonly isLastStart?: boolean;
  /** Aborted when the process stops: what takes minutes throws {@link RetryLater}. */
  readonly stopping?: AbortSignal;
  /** Of `transactional: false`: removes the job with the commit of the handler's last transaction, which saves one of its own. */
  readonly complete?: () => void;
  /** Of `transactional: false`. */
  readonly lease?: JobLease;
  /** The process that performed it before has ended: what it left is nobody's. */
  readonly isAbandoned?: boolean;
}

export interface JobOptions {
  /**
   * true: `perform` and the removal of the row are one transaction of the company, so that its effect happens once.
   * false: the handler calls external services and opens its own units of work. Either way it may run twice.
   */
  readonly transactional?: boolean;
  /**
   * `perform` takes a list: of up to so many jobs of one company that are due at the same time, in one transaction. When it
   * fails, each runs again by itself.
   */
  readonly batch?: number;
  /**
   * Of a batch: a process performs one of a company at a time, and what it claims meanwhile together, in the next one.
   * For jobs that change the same rows, which would wait for each other.
   */
  readonly sequential?: boolean;
  /** A process that performs no other jobs performs those that it stores itself: with `ROLE=web` messages need no worker. */
  readonly inWeb?: boolean;
  /** Delays between tries in seconds; after the last one the job waits among the failed. */
  readonly backoff?: readonly number[];
}

export interface HandlerMetadata {
  readonly jobName: string;
  readonly options: JobOptions;
}

export const JOB_HANDLER = 'atende:job-handler';
export const defaultBackoff: readonly number[] = [1, 5, 15, 60, 300, 900, 3600];

/** Marks the method `(payload, run: JobRun) => Promise<void>` that performs a job. */
export function JobHandler<P extends object>(job: JobType<P>, options: JobOptions = {}) {
  return <M extends (payload: P, run: JobRun) => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    if (options.transactional === false) external.add(job.jobName);
    if (descriptor.value) Reflect.defineMetadata(JOB_HANDLER, { jobName: job.jobName, options }, descriptor.value);
  };
}

/** Thrown by a handler to run again later, without a failed try (rate limits, pauses). */
export class RetryLater extends Error {
  constructor(
    readonly delayMs: number,
    reason: string,
  ) {
    super(reason);
  }
}

export const JOB_DISCARD = 'atende:job-discard';

type Mark<P> = <M extends (payload: P) => Promise<void>>(
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Marks the method `(payload) => Promise<void>` that updates the records waiting for a job when a person discards it, in
 * the transaction that removes it.
 * @param job a declared job, or the name of a listener: `on:Class.method`.
 */
export function OnDiscard<P extends object>(job: JobType<P>): Mark<P>;
export function OnDiscard(listener: `on:${string}`): Mark<never>;
export function OnDiscard(job: JobType | string): Mark<never> {
  const jobName = typeof job === 'string' ? job : job.jobName;
  return (_target, _key, descriptor) => {
    if (descriptor.value) Reflect.defineMetadata(JOB_DISCARD, { jobName }, descriptor.value);
  };
}
