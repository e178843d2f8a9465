import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const everyMs = 15_000;
/** The share of a processor below which the process counts as idle. */
const idleShare = 0.1;
/** How much memory a process may keep after it was busy (promises.md §4). */
const mostBytes = 250 * 2 ** 20;
/** Unless memory grew by this factor since the last collection, another one would free nothing. */
const growth = 1.1;

type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/**
 * Collects the garbage of an idle process that uses much memory. V8 does so only after minutes without allocations. A
 * full collection takes about 50 ms.
 */
@Injectable()
export class IdleMemory implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private collect: Collect | undefined;
  private used = process.cpuUsage();
  /** The resident bytes after the last collection. */
  private left = 0;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), everyMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const { user, system } = process.cpuUsage(this.used);
    this.used = process.cpuUsage();
    const bytes = process.memoryUsage.rss();
    if ((user + system) / 1000 > everyMs * idleShare || bytes < Math.max(mostBytes, this.left * growth)) return;
    this.collect ??= collector();
    await this.collect({ type: 'major', execution: 'async' });
    this.left = process.memoryUsage.rss();
  }
}

/** V8's own function, which only exists in contexts that are made after the flag is set. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
