/** Calls `fn` with each item, at most `concurrency` at a time. @throws the first failure, once all calls have ended */
export async function inParallel<T>(
  items: Iterable<T>,
  fn: (item: T) => Promise<void>,
  concurrency = 8,
): Promise<void> {
  const rest = [...items];
  const workers = Array.from({ length: concurrency }, async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await fn(item);
  });
  const [failed] = (await Promise.allSettled(workers)).filter(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
