import { BullModule, InjectQueue } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bull';
import { AppConfig } from '../config/config.js';
import { Metrics } from '../observability/metrics.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { type DueJobs, Wake } from './wake.js';

const wakeQueue = 'wake';
const look = 'look';

/** At most one announcement is sent per this many milliseconds; signals in between share the next one. */
const throttleMs = 20;
/** Limits how many announcements are waiting when there is no worker. */
const maxPending = 64;
const closingMs = 2000;

/**
 * Wakes the runner of this process directly, and that of another process through Bull. A Bull job has no payload,
 * because work, order and retries are in PostgreSQL. Losing one only delays work by a second.
 */
@Injectable()
export class BullWake extends Wake implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Wake');
  private throttle: NodeJS.Timeout | undefined;
  private announceAgain = false;
  private next = Math.floor(Math.random() * maxPending);

  constructor(
    @InjectQueue(wakeQueue) private readonly queue: Queue,
    private readonly redis: RedisConnections,
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  override signal(due: DueJobs): void {
    super.signal(due);
    this.announce();
  }

  /** @Process would not handle the promise of the queue, which is rejected at the end if Redis was never reached. */
  onApplicationBootstrap(): void {
    if (this.config.role === 'web') return;
    this.queue
      .process(look, 1, async () => {
        this.metrics.increment('wakeups_received_total', 'Wake-ups received from other processes');
        this.emit();
      })
      .catch((error: unknown) => this.logger.debug(`No more wake-ups from other processes: ${String(error)}`));
  }

  /**
   * Closing Bull waits for a Redis server that may be unreachable. If it also waited for its jobs, nobody would handle
   * the error of a connection that is lost in the meantime, which would end the process.
   */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.throttle);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, this.redis.available ? closingMs : 0);
    });
    await Promise.race([this.queue.close(true), timeout]);
    clearTimeout(timer);
    this.redis.close(wakeQueue);
  }

  private announce(): void {
    if (this.throttle) {
      this.announceAgain = true;
      return;
    }
    this.throttle = setTimeout(() => {
      this.throttle = undefined;
      if (!this.announceAgain) return;
      this.announceAgain = false;
      this.announce();
    }, throttleMs);
    this.throttle.unref();
    if (this.redis.available) this.add();
    else this.countMissed();
  }

  private add(): void {
    this.next = (this.next + 1) % maxPending;
    this.queue
      .add(look, {}, { jobId: `${look}-${this.next}`, attempts: 1, removeOnComplete: true, removeOnFail: true })
      .catch((error: unknown) => {
        this.redis.markUnavailable(error);
        this.countMissed();
      });
  }

  private countMissed(): void {
    this.metrics.increment('wakeups_failed_total', 'Wake-ups of other workers that Redis did not accept');
  }
}

/** The queue that wakes the runners of other processes. */
export const bullWake = () => ({
  imports: [
    BullModule.registerQueueAsync({
      name: wakeQueue,
      inject: [RedisConnections],
      useFactory: (redis: RedisConnections) => ({
        prefix: redis.namespace,
        skipVersionCheck: true,
        // commands share one connection; each blocking read needs its own
        createClient: (kind: 'client' | 'subscriber' | 'bclient') =>
          (kind === 'client' ? redis.commands : undefined) ?? redis.open(wakeQueue),
        // no Bull job is delayed, so the guard may run rarely; after a failure the queue listens again within a second
        settings: { retryProcessDelay: 1000, guardInterval: 60_000 },
      }),
    }),
  ],
  provider: { provide: Wake, useClass: BullWake },
});
