import { tasks } from '../../../test/support/tasks.js';
import { TaskFailed, WorkerThread } from './worker-thread.js';

test('tasks run one after the other; one without an end is stopped at its deadline, and the next gets a new thread', async () => {
  const offThread = new WorkerThread();
  try {
    expect(await offThread.run(tasks.double, 21)).toBe(42);
    await expect(offThread.run(tasks.refuse)).rejects.toThrow('not this one');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const [stuck, next] = await Promise.allSettled([offThread.run(tasks.spin), offThread.run(tasks.double, 4)]);
    clearInterval(ticking);
    expect(stuck).toMatchObject({ status: 'rejected', reason: expect.any(TaskFailed) });
    expect(next).toMatchObject({ status: 'fulfilled', value: 8 });
    expect(turns).toBeGreaterThan(10);
  } finally {
    await offThread.onApplicationShutdown();
  }
});

test('one that keeps more buffers than its memory allows is stopped long before its deadline', async () => {
  const thread = new WorkerThread();
  const before = process.memoryUsage.rss();
  try {
    await expect(thread.run(tasks.hoard)).rejects.toThrow('out of memory');
    expect(process.memoryUsage.rss() - before).toBeLessThan(1024 * 1024 * 1024);
    expect(await thread.run(tasks.double, 4)).toBe(8);
  } finally {
    await thread.onApplicationShutdown();
  }
});
