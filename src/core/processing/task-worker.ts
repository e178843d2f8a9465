import { Worker } from 'node:worker_threads';
import { memoryMb } from './task.js';
import type { TaskReply, TaskRequest } from './task-process.js';

// The process that TaskProcess starts. It ends together with its parent process.
const reply = (message: TaskReply): void => void process.send?.(message);

process.on('disconnect', () => process.exit());
process.on('message', async ({ url, name, args }: TaskRequest) => {
  try {
    const module = (await import(url)) as Record<string, (...args: readonly unknown[]) => unknown>;
    const run = module[name];
    if (!run) throw new Error(`${url} does not export ${name}`);
    // the deadline begins here, so that it does not include loading the code
    reply({ state: 'started' });
    reply({ state: 'done', result: await run(...args) });
  } catch (error) {
    reply({ state: 'failed', reason: String(error) });
  }
});

// the memory is watched from another thread, because a computing task blocks the event loop of this one
const watch = `
  const most = process.memoryUsage.rss() + ${memoryMb * 2 ** 20};
  setInterval(() => process.memoryUsage.rss() > most && process.kill(process.pid, 'SIGKILL'), 50)`;
new Worker(watch, { eval: true, execArgv: [] }).unref();
