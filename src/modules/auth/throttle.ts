import type { AppConfig } from '../../core/config/config.js';
import { type Limit, type Limits, tooMany } from '../../core/redis/limits.js';

const windowSeconds = 15 * 60;

interface Counter {
  readonly limiter: Limit;
  readonly key: (email: string, address: string) => string;
}

/** Slows guessing down without locking a colleague or an office out: only failures count (behaviour.md §1). */
export class Throttle {
  private readonly counters: readonly Counter[];

  /** @param purpose keeps its counters apart from those of other throttles. */
  constructor({ loginLimits }: AppConfig, limits: Limits, purpose: string) {
    const limiter = (name: string, points: number): Limit =>
      limits.make({ name: `${purpose}:${name}`, points, seconds: windowSeconds });
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
