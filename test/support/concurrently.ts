/** Runs the tasks, at most so many at a time. @returns their results in the order of the tasks */
export async function concurrently<T>(concurrency: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (task) results[index] = await task();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
