import 'reflect-metadata';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { recordRun } from './cron.queries.js';
import { HandlerDiscovery } from './handler-discovery.js';
import type { HeldLease } from './held-lease.js';
import { Leases } from './leases.js';

const EVERY = 'atende:every';

interface EveryMetadata {
  readonly seconds: number;
}

/** Runs the method at most once per interval across all processes, in a transaction of the platform. */
export function Every(seconds: number) {
  return <M extends () => Promise<void>>(
    _target: object,
    _key: string,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    if (descriptor.value) Reflect.defineMetadata(EVERY, { seconds } satisfies EveryMetadata, descriptor.value);
  };
}

const pollIntervalMs = 5_000;

/**
 * Runs repeated tasks. Only the process with the lease `timers` runs them. The time of the last run is updated in the
 * transaction of the task, so that a former owner of the lease cannot run it a second time.
 */
@Injectable()
export class Cron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Cron');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private lease: HeldLease | undefined;
  private releaseLease: (() => Promise<void>) | undefined;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly leases: Leases,
    private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'web') return;
    this.releaseLease = this.leases.hold('timers', (lease) => {
      this.lease = lease;
    });
    this.timer = setInterval(() => {
      this.running ??= this.runDue().finally(() => {
        this.running = undefined;
      });
    }, pollIntervalMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
    await this.releaseLease?.();
  }

  /** Runs every due task. A failing task is logged, and runs again at its next time. */
  private async runDue(): Promise<void> {
    for (const { metadata, name, call } of this.handlerDiscovery.find<EveryMetadata>(EVERY)) {
      if (!this.lease?.valid()) return;
      try {
        await this.context.run({}, () => this.db.asPlatform(() => this.run(name, metadata.seconds, call)));
      } catch (error) {
        this.logger.error({ msg: 'repeated task failed', task: name, reason: String(error) });
      }
    }
  }

  private async run(name: string, seconds: number, task: () => unknown): Promise<void> {
    if (await this.db.row(recordRun(name, seconds))) await task();
  }
}
