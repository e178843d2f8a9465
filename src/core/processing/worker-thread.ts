import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import type { Task } from './task.js';

export interface TaskRequest {
  readonly url: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type TaskReply =
  | { readonly state: 'started' }
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'failed'; readonly reason: string };

/** A task exceeded its deadline or memory, or threw. */
export class TaskFailed extends Error {}

/** It holds up to {@link memoryMb}; the next one starts in a tenth of a second. */
const idleMs = 20_000;
const memoryMb = 256;
const watchMs = 50;
const extension = extname(import.meta.url);
/** From the sources, as in tests, the thread has to load TypeScript. */
const execArgv =
  extension === '.ts' ? ['--import', new URL('../../../scripts/lib/typescript-hooks.mjs', import.meta.url).href] : [];

/** Bytes of buffers, which the limits of a thread do not count; of one that has ended none. */
const bytesOutside = (worker: Worker): Promise<number> =>
  worker.getHeapStatistics().then(
    ({ external_memory: bytes }) => bytes,
    () => 0,
  );

/**
 * Parses untrusted input outside the main thread, one task at a time, so that no input blocks the event loop. The thread
 * starts with the first task, is replaced after one that exceeds its deadline or memory, and ends when it is idle. It has no
 * environment, so no secrets.
 */
@Injectable()
export class WorkerThread implements OnApplicationShutdown {
  private readonly logger = new Logger('Workers');
  private readonly limiter = new ConcurrencyLimiter(1);
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.idle);
    await this.worker?.terminate();
  }

  /** @throws TaskFailed */
  run<A extends readonly unknown[], R>(task: Task<A, R>, ...args: A): Promise<R> {
    return this.limiter.run(async () => {
      clearTimeout(this.idle);
      try {
        return (await this.execute(task, args)) as R;
      } finally {
        this.idle = setTimeout(() => this.stop(), idleMs).unref();
      }
    });
  }

  private execute({ url, name, deadlineMs }: Task<never, unknown>, args: readonly unknown[]): Promise<unknown> {
    this.worker ??= this.start();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      let deadline: NodeJS.Timeout | undefined;
      let watch: NodeJS.Timeout | undefined;
      const end = (): void => {
        clearTimeout(deadline);
        clearInterval(watch);
        worker.off('message', onReply).off('error', onError).off('exit', onExit);
      };
      const fail = (reason: string): void => {
        end();
        reject(new TaskFailed(`${name}: ${reason}`));
      };
      const stop = (reason: string): void => {
        if (this.worker === worker) this.stop();
        fail(reason);
      };
      const onError = (error: Error): void => fail(error.message);
      const onExit = (): void => fail('the thread ended');
      const onReply = (reply: TaskReply): void => {
        if (reply.state === 'failed') fail(reply.reason);
        else if (reply.state === 'done') {
          end();
          resolve(reply.result);
        } else {
          deadline = setTimeout(() => stop(`not done within ${deadlineMs} ms`), deadlineMs);
          watch = setInterval(async () => {
            if ((await bytesOutside(worker)) > memoryMb * 1024 * 1024) stop('out of memory');
          }, watchMs);
        }
      };
      worker.on('message', onReply).on('error', onError).on('exit', onExit);
      worker.postMessage({ url, name, args } satisfies TaskRequest);
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL(`./worker${extension}`, import.meta.url), {
      execArgv,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.unref();
    worker.on('error', (error) => this.logger.warn({ msg: 'worker thread failed', reason: String(error) }));
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  private stop(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}
