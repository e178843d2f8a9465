import 'reflect-metadata';
import type { JobLease } from './job-lease.js';

/** The order in which the due jobs of a company are claimed. */
export const jobPriorities = { interactive: 0, bulk: 1, maintenance: 2 };
export type JobPriority = keyof typeof jobPriorities;

/** A kind of job, which must not be lost: its payload is stored as JSON in the current transaction. */
export interface JobType<P extends object = object> {
  /** A stable name (verb-object), which the outbox row contains. */
  readonly jobName: string;
  readonly priority: JobPriority;
  /** Exists only for the type of the payload. */
  new (payload: P): { readonly payload: P };
}

const jobTypes = new Map<string, JobType>();
/** Every declared job, for the boot check. */
export const allJobs: ReadonlyMap<string, JobType> = jobTypes;

const external = new Set<string>();
/** Jobs that call external services. They have their own concurrency limit, so that a slow provider delays no other. */
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
  /** Set when the earlier starts never ended: if this one does not end either, the job fails for good. */
  readonly isLastStart?: boolean;
  /** Aborted when the process stops; a handler that takes minutes then throws {@link RetryLater}. */
  readonly stopping?: AbortSignal;
  /** Only if not `transactional`: removes the job in the commit of the handler's last transaction, which saves one. */
  readonly complete?: () => void;
  /** Only if not `transactional`: the lease of the job. */
  readonly lease?: JobLease;
  /** Whether the process that performed the job before has ended, so that nobody continues its unfinished work. */
  readonly isAbandoned?: boolean;
}

export interface JobOptions {
  /**
   * true: `perform` and the removal of the row share one transaction of the company, so that the effect happens once.
   * false: the handler calls external services and opens its own units of work. Either way it may run twice.
   */
  readonly transactional?: boolean;
  /**
   * `perform` takes a list of up to this many jobs of one company that are due at the same time, in one transaction. If
   * it fails, each job runs again on its own.
   */
  readonly batch?: number;
  /**
   * Only with `batch`: a process performs one batch per company at a time, and the jobs that it claims in the meantime
   * in the next one. For jobs that change the same rows, and would otherwise wait for each other.
   */
  readonly sequential?: boolean;
  /** With `ROLE=web` the process performs these jobs if it stored them itself; so messages need no worker. */
  readonly inWeb?: boolean;
  /** The delays between tries in seconds; after the last one the job is among the failed. */
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

/** Thrown by a handler to run again later without counting a failed try, for example at rate limits and pauses. */
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
 * Marks the method `(payload) => Promise<void>` that updates the records waiting for a job when a person discards it,
 * in the transaction that removes the job.
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
