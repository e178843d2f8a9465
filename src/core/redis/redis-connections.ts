import { createHmac } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import { AppConfig } from '../config/config.js';
import { HealthProbe } from '../observability/health.js';
import { Metrics } from '../observability/metrics.js';

/** The timeout of ordinary commands, on which requests wait, but without which they can go on. */
const commandTimeoutMs = 900;
const pollIntervalMs = 1000;
/** A connection that has received nothing for this time is replaced when the regular check fails. */
const silenceMs = 10_000;

const connectionOptions: RedisOptions = {
  connectTimeout: 5000,
  // TCP keep-alive detects a lost peer; the timer of ioredis's socketTimeout would later close the next connection
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 1000),
  // after a failover the old master still responds, but is read-only
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
};

type StateListener = (usable: boolean) => void;

/**
 * Manages the connections to Redis, and knows whether it responds. Redis only distributes work and keeps no data.
 * Without a REDIS_URL, or while Redis is unavailable, everything works from PostgreSQL.
 */
@Injectable()
export class RedisConnections implements OnApplicationShutdown {
  private readonly logger = new Logger('Redis');
  private readonly url: string | null;
  private readonly connections = new Map<Redis, string>();
  private readonly listeners = new Set<StateListener>();
  private readonly timer: NodeJS.Timeout | undefined;
  private answering = false;
  /** The state that was last logged and notified. */
  private lastReported: boolean | undefined;
  private lastError: string | undefined;
  private answeredAt = 0;

  /**
   * The connection for ordinary commands, which fail at once without a connection, and after 0.9 seconds without an
   * answer. undefined when there is no REDIS_URL.
   */
  readonly commands: Redis | undefined;
  /** The prefix of every key and channel, so that installations can share a server. */
  readonly namespace: string;

  constructor({ redisUrl, encryptionKey }: AppConfig, metrics: Metrics) {
    this.url = redisUrl;
    this.namespace = `atende:${createHmac('sha256', encryptionKey).update('redis').digest('hex').slice(0, 12)}`;
    if (redisUrl === null) return;
    this.commands = this.connect('commands', {
      commandTimeout: commandTimeoutMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    this.commands.on('ready', () => {
      this.answeredAt = Date.now();
      void this.check();
    });
    this.commands.on('close', () => this.setAvailable(false));
    this.timer = setInterval(() => void this.check(), pollIntervalMs);
    metrics.gauge('redis_up', 'Whether Redis answers (1) or not (0)', () => (this.available ? 1 : 0));
  }

  /** Whether commands are likely to succeed. */
  get available(): boolean {
    return this.answering && this.commands?.status === 'ready';
  }

  /**
   * Opens a separate connection for a purpose that blocks it (a queue, a subscription). It reconnects by itself.
   * @throws without a REDIS_URL.
   */
  open(purpose: string): Redis {
    return this.connect(purpose, { maxRetriesPerRequest: null, enableReadyCheck: false });
  }

  /** Closes the connections of a purpose before the process ends. */
  close(purpose: string): void {
    for (const [link, opened] of this.connections) if (opened === purpose) link.disconnect();
  }

  /** Call it when a command fails or times out: no other is sent until Redis responds again. */
  markUnavailable(error: unknown): void {
    this.lastError = String(error);
    this.setAvailable(false);
  }

  /** Registers a listener that is called when Redis becomes unavailable, and when it returns. */
  onChange(listener: StateListener): void {
    this.listeners.add(listener);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    const links = [...this.connections.keys()];
    this.connections.clear();
    for (const link of links) link.disconnect();
  }

  private connect(purpose: string, options: RedisOptions): Redis {
    if (this.url === null) throw new Error('No REDIS_URL');
    const link = new Redis(this.url, { ...connectionOptions, connectionName: `atende-${purpose}`, ...options });
    // ioredis repeats the error at every reconnect, so it is only stored here, and logged once
    link.on('error', (error: Error) => {
      this.lastError = error.message;
    });
    this.connections.set(link, purpose);
    return link;
  }

  private async check(): Promise<void> {
    if (this.commands?.status !== 'ready') return this.setAvailable(false);
    try {
      await this.commands.ping();
      this.setAvailable(true);
    } catch (error) {
      this.markUnavailable(error);
      if (Date.now() - this.answeredAt > silenceMs && this.commands.status === 'ready') this.commands.disconnect(true);
    }
  }

  private setAvailable(answers: boolean): void {
    this.answering = answers;
    if (answers) this.answeredAt = Date.now();
    const { available: usable } = this;
    const first = this.lastReported === undefined;
    if (this.lastReported === usable || this.connections.size === 0) return;
    // it is still connecting for the first time
    if (first && !usable && this.lastError === undefined) return;
    this.lastReported = usable;
    if (usable) this.logger.log('Redis answers');
    else
      this.logger.warn({
        msg: 'Redis is away, going on without it',
        reason: this.lastError ?? 'it closed the connection',
      });
    this.lastError = undefined;
    if (usable || !first) for (const listener of this.listeners) listener(usable);
  }
}

/** The probe is not critical, because the process works without Redis. */
@Injectable()
export class RedisProbe extends HealthProbe {
  readonly name = 'redis';
  override readonly critical = false;

  constructor(private readonly links: RedisConnections) {
    super();
  }

  async check(): Promise<void> {
    if (!this.links.available) throw new Error('Redis does not answer');
  }
}
