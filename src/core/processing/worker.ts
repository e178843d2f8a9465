import { parentPort } from 'node:worker_threads';
import type { TaskReply, TaskRequest } from './worker-thread.js';

// The thread that WorkerThread starts.
const reply = (message: TaskReply): void => parentPort?.postMessage(message);

parentPort?.on('message', async ({ url, name, args }: TaskRequest) => {
  try {
    const module = (await import(url)) as Record<string, (...args: readonly unknown[]) => unknown>;
    const run = module[name];
    if (!run) throw new Error(`${url} does not export ${name}`);
    // loading the code does not count against the deadline
    reply({ state: 'started' });
    reply({ state: 'done', result: await run(...args) });
  } catch (error) {
    reply({ state: 'failed', reason: String(error) });
  }
});
