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

  /**
   * Counts the attempt as a failure until it is {@link excused}: many at once would all pass a count that is only taken
   * afterwards. @throws 429 with Retry-After when a limit is used up.
   */
  async attempt(email: string, address: string): Promise<void> {
    const states = await Promise.all(
      this.counters.map(async ({ limiter, key }) => ({ limiter, state: await limiter.penalty(key(email, address)) })),
    );
    const full = states.find(({ limiter, state }) => state.consumedPoints > limiter.points);
    if (!full) return;
    await this.excused(email, address);
    throw tooMany(full.state);
  }

  /** It was no failure after all. */
  async excused(email: string, address: string): Promise<void> {
    for (const { limiter, key } of this.counters) await limiter.reward(key(email, address));
  }

  async succeeded(email: string, address: string): Promise<void> {
    await this.excused(email, address);
    await this.forgiven(email, address);
  }

  /** Whoever is there by another proof starts anew. */
  async forgiven(email: string, address: string): Promise<void> {
    await this.counters[0]?.limiter.delete(this.counters[0].key(email, address));
  }
}

function tooMany(state: RateLimiterRes): Error {
  const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return coreErrors.ERR_TOO_MANY_REQUESTS({ params: { seconds, retryAfter: seconds } });
}
