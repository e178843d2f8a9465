import { randomInt } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { PLATFORM_URL } from '../database/db.js';
import { leasedNumbers } from './outbox.queries.js';
import { RunnerNumber, seenMs } from './runner-number.js';
import { heldNumbers, lockClass, takeNumber } from './runner-presence.queries.js';

const lookMs = 500;
/** When two checks this far apart miss a number, its leases are ended; it must be longer than {@link seenMs}. */
const goneMs = 2_000;

interface Changes {
  /** Called when the number has changed, so that jobs must no longer carry the former one. */
  readonly changed: () => void;
  /** Called when the processes with these numbers have ended. */
  readonly ended: (numbers: readonly number[]) => Promise<void>;
}

/**
 * Shows other processes that this one is alive, and detects those that have ended. Each has an advisory lock on its own
 * number, which PostgreSQL releases when the connection closes, as the system closes it when a process is killed.
 */
@Injectable()
export class RunnerPresence implements OnApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private client: pg.Client | undefined;
  private number: RunnerNumber | undefined;
  private isFirst = true;
  /** The numbers of other processes, with the time of the first check that missed them. */
  private others = new Map<number, number | undefined>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private changes: Changes | undefined;

  constructor(@Inject(PLATFORM_URL) private readonly url: string) {}

  /** undefined unless others certainly see the number: leases without a number can only run out. */
  get current(): RunnerNumber | undefined {
    return this.number?.isSeen() ? this.number : undefined;
  }

  start(changes: Changes): void {
    this.changes = changes;
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => {
        this.looking = undefined;
      });
    }, lookMs);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    this.changes = undefined;
    await this.client?.end();
  }

  private async look(): Promise<void> {
    try {
      if (!this.client) await this.connect();
      if (this.client && this.number) await this.lookAround(this.client, this.number);
    } catch (error) {
      if (this.number)
        this.logger.warn({ msg: 'it is not certain that others see that this process lives', reason: String(error) });
      this.lose();
    }
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'atende runner',
      connectionTimeoutMillis: seenMs,
      query_timeout: seenMs,
      keepAlive: true,
    });
    this.client = client;
    const ended = (): void => {
      if (this.client === client) this.lose();
    };
    client.on('error', ended);
    client.on('end', ended);
    await client.connect();
    const since = performance.now();
    const number = new RunnerNumber(randomInt(2 ** 31));
    number.seen(since);
    await client.query(takeNumber, [lockClass, number.value]);
    // the leases also contain numbers of processes that ended before this one began
    const found = this.isFirst ? (await client.query<{ runner: number }>(leasedNumbers)).rows : [];
    if (this.client !== client) return;
    this.isFirst = false;
    for (const { runner } of found) this.others.set(runner, undefined);
    this.number = number;
    this.changes?.changed();
  }

  private async lookAround(client: pg.Client, own: RunnerNumber): Promise<void> {
    const since = performance.now();
    const { rows } = await client.query<{ number: number }>(heldNumbers, [lockClass]);
    const held = new Set(rows.map(({ number }) => number));
    if (!held.has(own.value)) throw new Error('PostgreSQL does not have it');
    own.seen(since);
    const missing = [...this.others].filter(([number]) => !held.has(number));
    const gone = missing.flatMap(([number, at]) => (at !== undefined && since - at >= goneMs ? number : []));
    if (gone.length > 0) await this.changes?.ended(gone);
    const now = performance.now();
    this.others = new Map([
      ...missing.filter(([number]) => !gone.includes(number)).map(([number, at]) => [number, at ?? now] as const),
      ...[...held].filter((number) => number !== own.value).map((number) => [number, undefined] as const),
    ]);
  }

  /** Forgets all numbers: after a crash of PostgreSQL no process has a lock any more. */
  private lose(): void {
    const { client, number } = this;
    this.client = undefined;
    this.number = undefined;
    this.others.clear();
    client?.end().catch((error: unknown) => this.logger.debug(`The connection was broken: ${String(error)}`));
    if (!number) return;
    number.lose();
    this.changes?.changed();
  }
}
