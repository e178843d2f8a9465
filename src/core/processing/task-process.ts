import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { memoryMb, type Task } from './task.js';

export interface TaskRequest {
  readonly url: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type TaskReply =
  | { readonly state: 'started' }
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'failed'; readonly reason: string };

/** Thrown when a task exceeds its deadline or memory, or throws. */
export class TaskFailed extends Error {}

const idleMs = 20_000;
const extension = extname(import.meta.url);
const execArgv = [
  `--max-old-space-size=${memoryMb}`,
  // when it runs from the sources, as in tests, the process has to load TypeScript
  ...(extension === '.ts'
    ? ['--import', new URL('../../../scripts/lib/typescript-hooks.mjs', import.meta.url).href]
    : []),
];

/**
 * Parses untrusted input in its own process, one task at a time. No input blocks the event loop, and all memory is
 * returned, which the allocator does not guarantee for a thread. The process starts with the first task (in a tenth of
 * a second), is replaced when a task exceeds its deadline or memory, and ends when it is idle. It has no environment,
 * and so no secrets.
 */
@Injectable()
export class TaskProcess implements OnApplicationShutdown {
  private readonly logger = new Logger('Tasks');
  private readonly limiter = new ConcurrencyLimiter(1);
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  onApplicationShutdown(): void {
    clearTimeout(this.idle);
    this.stop();
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
    this.child ??= this.start();
    const { child } = this;
    return new Promise((resolve, reject) => {
      let deadline: NodeJS.Timeout | undefined;
      const end = (): void => {
        clearTimeout(deadline);
        child.off('message', onReply).off('error', onError).off('exit', onExit);
      };
      const fail = (reason: string): void => {
        end();
        reject(new TaskFailed(`${name}: ${reason}`));
      };
      const onError = (error: Error): void => fail(error.message);
      // without our signal the process ends only when it runs out of memory: it is killed, or V8 aborts it
      const onExit = (): void => fail('out of memory');
      const onReply = (reply: TaskReply): void => {
        if (reply.state === 'failed') fail(reply.reason);
        else if (reply.state === 'done') {
          end();
          resolve(reply.result);
        } else {
          deadline = setTimeout(() => {
            if (this.child === child) this.stop();
            fail(`not done within ${deadlineMs} ms`);
          }, deadlineMs);
        }
      };
      child.on('message', onReply).on('error', onError).on('exit', onExit);
      child.send({ url, name, args } satisfies TaskRequest);
    });
  }

  private start(): ChildProcess {
    const child = fork(new URL(`./task-worker${extension}`, import.meta.url), {
      execArgv,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    const gone = (): void => {
      if (this.child === child) this.child = undefined;
    };
    child.once('exit', gone);
    child.on('error', (error) => {
      this.logger.warn({ msg: 'task process failed', reason: String(error) });
      gone();
    });
    return child;
  }

  private stop(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}
