/** How much memory (objects and buffers) a task may use in addition to that of its process. */
export const memoryMb = 256;

/** A function that runs in a {@link TaskProcess} with a time limit. */
export interface Task<A extends readonly unknown[], R> {
  /** The module that exports the function, and the name of the export. */
  readonly url: string;
  readonly name: string;
  readonly deadlineMs: number;
  /** Only used for the types of the arguments and the result. */
  readonly run: (...args: A) => R | Promise<R>;
}

/**
 * Declares an exported function of this module as a task. Arguments and result are copied, so they must be plain data.
 *
 * @example `export const parsePage = defineTask(import.meta.url, pageOf, 1_000);`
 */
export const defineTask = <A extends readonly unknown[], R>(
  url: string,
  run: (...args: A) => R | Promise<R>,
  deadlineMs: number,
): Task<A, R> => ({ url, name: run.name, deadlineMs, run });
