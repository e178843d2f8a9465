import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../core/config/config.js';
import {
  type RateLimit,
  type RateLimitState,
  RateLimits,
  tooManyRequests,
} from '../../../../core/redis/rate-limiter.js';
import { loginLimitsOf } from '../../users/users.policy.js';

const windowSeconds = 15 * 60;

interface Taken {
  readonly limiter: RateLimit;
  readonly key: string;
}

/** An attempt that counts as a failure until it is refunded. */
export interface Attempt {
  /** Takes the attempt off the count, because it was no failure. */
  refund(): Promise<void>;
}

const pairOf = (email: string, address: string): string => `${email}|${address}`;
const unknown = async (): Promise<boolean> => false;

/** Slows down guessing without locking out a colleague or an office: only failures count (behaviour.md §1). */
export class Throttle {
  private readonly pairs: RateLimit;
  private readonly emails: RateLimit;
  private readonly addresses: RateLimit;

  /** @param purpose separates its counters from those of other throttles */
  constructor(config: AppConfig, rateLimits: RateLimits, purpose: string) {
    const limiter = (name: string, points: number): RateLimit =>
      rateLimits.create({ name: `${purpose}:${name}`, points, seconds: windowSeconds });
    const { emailAndAddress, email, address } = loginLimitsOf(config);
    this.pairs = limiter('pair', emailAndAddress);
    this.emails = limiter('email', email);
    this.addresses = limiter('address', address);
  }

  /**
   * Counts the attempt beforehand, or many concurrent attempts would all pass. When an address or e-mail has used up
   * its limit, only accounts `known` from that address continue, limited by their own failures; other pairs get no
   * counter. @throws 429 with Retry-After when a limit is used up
   */
  async attempt(email: string, address: string, known: () => Promise<boolean> = unknown): Promise<Attempt> {
    const taken: Taken[] = [];
    const take = async (limiter: RateLimit, key: string): Promise<RateLimitState | undefined> => {
      const state = await limiter.penalty(key);
      if (state.consumedPoints <= limiter.points) taken.push({ limiter, key });
      else await limiter.reward(key);
      return state.consumedPoints > limiter.points ? state : undefined;
    };
    const excuse = async (): Promise<void> => {
      for (const { limiter, key } of taken) await limiter.reward(key);
    };
    const crowded = (await take(this.addresses, address)) ?? (await take(this.emails, email));
    const full = crowded && !(await known()) ? crowded : await take(this.pairs, pairOf(email, address));
    if (full) {
      await excuse();
      throw tooManyRequests(full);
    }
    return { refund: excuse };
  }

  /** Resets the count of failures, once the user has proved who they are. */
  async reset(email: string, address: string): Promise<void> {
    await this.pairs.delete(pairOf(email, address));
  }
}

@Injectable()
export class LoginThrottle extends Throttle {
  constructor(config: AppConfig, rateLimits: RateLimits) {
    super(config, rateLimits, 'login');
  }
}

/** Slows down guessing of codes with counters of its own, and limits the e-mails that one client can cause. */
@Injectable()
export class ResetThrottle extends Throttle {
  private readonly mails: Throttle;

  constructor(
    config: AppConfig,
    rateLimits: RateLimits,
    private readonly login: LoginThrottle,
  ) {
    super(config, rateLimits, 'reset');
    this.mails = new Throttle(config, rateLimits, 'reset-mail');
  }

  /** Counts every requested e-mail, including those to unknown addresses. @throws 429 */
  async countMail(email: string, address: string): Promise<void> {
    await this.mails.attempt(email, address);
  }

  /** Also resets the sign-in count: after too many wrong passwords the new one works at once. */
  override async reset(email: string, address: string): Promise<void> {
    await super.reset(email, address);
    await this.login.reset(email, address);
  }
}
