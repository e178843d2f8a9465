import { setTimeout as wait } from 'node:timers/promises';

/** Polls until the result is true. @throws with what was waited for */
export async function until(what: string, check: () => boolean | Promise<boolean>, patienceMs = 90_000): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${patienceMs} ms`);
    await wait(20);
  }
}
