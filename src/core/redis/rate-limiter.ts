import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { coreErrors } from '../errors/core-errors.js';
import { RedisConnections } from './redis-connections.js';

export interface RateLimitOptions {
  /** A unique name, which is part of the key in Redis. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** How many counters of a limit a process keeps (about 500 bytes and a timer each); the oldest is dropped first. */
const maxKeys = 10_000;

export interface RateLimitState {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/**
 * Counts per key, over all processes. While Redis is unavailable, each process counts separately: an attacker then has
 * one budget per process, but no request is refused because of Redis.
 */
export class RateLimit {
  readonly points: number;
  private readonly local: RateLimiterMemory;
  /** The keys of {@link local}, in the order of their last use. */
  private readonly keys = new Set<string>();
  private readonly shared: RateLimiterRedis | undefined;

  constructor(
    private readonly links: RedisConnections,
    { name, points, seconds }: RateLimitOptions,
  ) {
    this.points = points;
    const options = { keyPrefix: `${links.namespace}:limit:${name}`, points, duration: seconds };
    this.local = new RateLimiterMemory(options);
    if (links.commands) this.shared = new RateLimiterRedis({ ...options, storeClient: links.commands });
  }

  penalty(key: string): Promise<RateLimitState> {
    return this.withFallback((limiter) => {
      if (limiter === this.local) void this.evictOldest(key);
      return limiter.penalty(key);
    });
  }

  reward(key: string): Promise<RateLimitState> {
    return this.withFallback((limiter) => limiter.reward(key));
  }

  delete(key: string): Promise<boolean> {
    return this.withFallback((limiter) => limiter.delete(key));
  }

  /** Counts one request. @throws 429 with Retry-After above the limit */
  async consume(key: string): Promise<void> {
    const state = await this.penalty(key);
    if (state.consumedPoints > this.points) throw tooManyRequests(state);
  }

  private async evictOldest(key: string): Promise<void> {
    this.keys.delete(key);
    this.keys.add(key);
    const [oldest] = this.keys;
    if (this.keys.size <= maxKeys || oldest === undefined) return;
    this.keys.delete(oldest);
    await this.local.delete(oldest);
  }

  /**
   * The library's insurance limiter would wait at each of the six commands of a sign-in. Here the first failure marks
   * Redis as unavailable for all of them.
   */
  private async withFallback<T>(question: (limiter: RateLimiterAbstract) => Promise<T>): Promise<T> {
    if (!this.shared || !this.links.available) return question(this.local);
    try {
      return await question(this.shared);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      this.links.markUnavailable(error);
      return question(this.local);
    }
  }
}

/** Creates limits that all processes share. */
@Injectable()
export class RateLimits {
  constructor(private readonly links: RedisConnections) {}

  create(options: RateLimitOptions): RateLimit {
    return new RateLimit(this.links, options);
  }
}

export function tooManyRequests({ msBeforeNext }: RateLimitState): Error {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return coreErrors.ERR_TOO_MANY_REQUESTS({ params: { seconds, retryAfter: seconds } });
}
