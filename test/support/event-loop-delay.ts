import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest delay of the event loop during some work, in milliseconds. */
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
