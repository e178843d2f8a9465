import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppConfig } from '../../core/config/config.js';
import { coreErrors } from '../../core/errors/core-errors.js';

const windowSeconds = 15 * 60;

interface Counter {
  readonly limiter: RateLimiterAbstract;
  readonly key: (email: string, address: string) => string;
}

/** Slows guessing down without locking a colleague or an office out: only failures count (behaviour.md §1). */
@Injectable()
export class LoginThrottle {
  private readonly counters: readonly Counter[];

  constructor({ loginLimits }: AppConfig) {
    const limiter = (keyPrefix: string, points: number): RateLimiterAbstract =>
      new RateLimiterMemory({ keyPrefix, points, duration: windowSeconds });
    this.counters = [
      { limiter: limiter('pair', loginLimits.emailAndAddress), key: (email, address) => `${email}|${address}` },
      { limiter: limiter('email', loginLimits.email), key: (email) => email },
      { limiter: limiter('address', loginLimits.address), key: (_email, address) => address },
    ];
  }

  /** @throws 429 with Retry-After when a limit is used up. */
  async check(email: string, address: string): Promise<void> {
    for (const { limiter, key } of this.counters) {
      const state = await limiter.get(key(email, address));
      if (state && state.consumedPoints >= limiter.points) throw tooMany(state);
    }
  }

  async failed(email: string, address: string): Promise<void> {
    for (const { limiter, key } of this.counters) await limiter.penalty(key(email, address));
  }

  async succeeded(email: string, address: string): Promise<void> {
    await this.counters[0]?.limiter.delete(this.counters[0].key(email, address));
  }
}

function tooMany(state: RateLimiterRes): Error {
  const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return coreErrors.ERR_TOO_MANY_REQUESTS({ params: { seconds, retryAfter: seconds } });
}
