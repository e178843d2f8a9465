/** What a task may take, objects and buffers, above what its process takes by itself. */
export const memoryMb = 256;

/** A function that runs in a {@link TaskProcess}, with a limit for how long it may take. */
export interface Task<A extends readonly unknown[], R> {
  /** The module that exports it, and under which name. */
  readonly url: string;
  readonly name: string;
  readonly deadlineMs: number;
  /** Only for the types of its arguments and result. */
  readonly run: (...args: A) => R | Promise<R>;
}

/**
 * Declares an exported function of this module as a task. Arguments and result are copied between processes: plain data.
 *
 * @example `export const parsePage = defineTask(import.meta.url, pageOf, 1_000);`
 */
export const defineTask = <A extends readonly unknown[], R>(
  url: string,
  run: (...args: A) => R | Promise<R>,
  deadlineMs: number,
): Task<A, R> => ({ url, name: run.name, deadlineMs, run });
