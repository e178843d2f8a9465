import { tasks } from '../../../test/support/tasks.js';
import { TaskFailed, TaskProcess } from './task-process.js';

test('tasks run one after the other; one without an end is stopped at its deadline, and the next gets a new process', async () => {
  const own = new TaskProcess();
  try {
    expect(await own.run(tasks.double, 21)).toBe(42);
    await expect(own.run(tasks.refuse)).rejects.toThrow('not this one');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const [stuck, next] = await Promise.allSettled([own.run(tasks.spin), own.run(tasks.double, 4)]);
    clearInterval(ticking);
    expect(stuck).toMatchObject({ status: 'rejected', reason: expect.any(TaskFailed) });
    expect(next).toMatchObject({ status: 'fulfilled', value: 8 });
    expect(turns).toBeGreaterThan(10);
  } finally {
    own.onApplicationShutdown();
  }
});

test('one that keeps more buffers than its memory allows is stopped long before its deadline', async () => {
  const own = new TaskProcess();
  const before = process.memoryUsage.rss();
  try {
    await expect(own.run(tasks.hoard)).rejects.toThrow('out of memory');
    expect(process.memoryUsage.rss() - before).toBeLessThan(1024 * 1024 * 1024);
    expect(await own.run(tasks.double, 4)).toBe(8);
  } finally {
    own.onApplicationShutdown();
  }
});
