import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../core/config/config.js';
import { RateLimits } from '../../core/redis/rate-limiter.js';
import { LoginThrottle } from './login-throttle.js';
import { Throttle } from './throttle.js';

/** Slows guessing of codes down as that of passwords, with counters of its own, and bounds the mails one can cause. */
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

  /** Every mail counts, and every e-mail that nobody has. @throws 429 */
  async countMail(email: string, address: string): Promise<void> {
    await this.mails.attempt(email, address);
  }

  /** Whoever mistyped the forgotten password too often may sign in with the new one at once. */
  override async reset(email: string, address: string): Promise<void> {
    await super.reset(email, address);
    await this.login.reset(email, address);
  }
}
