import 'reflect-metadata';
import type { JobType } from './job.js';

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
