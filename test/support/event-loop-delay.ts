const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest time that some work kept the event loop, in milliseconds of CPU: a busy machine makes it no longer. */
export async function longestEventLoopBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuMs();
  const tick = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 5);
  try {
    await work();
    tick();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
