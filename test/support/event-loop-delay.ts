import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time in milliseconds for which the event loop stood still during some work. */
export async function longestEventLoopBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  try {
    await work();
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}
