import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../core/config/config.js';
import { LoginThrottle } from './login-throttle.js';

/** Slows guessing of codes down as that of passwords, with counters of its own, and bounds the mails one can cause. */
@Injectable()
export class ResetThrottle extends LoginThrottle {
  private readonly mails: LoginThrottle;

  constructor(
    config: AppConfig,
    private readonly login: LoginThrottle,
  ) {
    super(config);
    this.mails = new LoginThrottle(config);
  }

  /** Every mail counts, and every e-mail that nobody has. @throws 429 */
  mail(email: string, address: string): Promise<void> {
    return this.mails.attempt(email, address);
  }

  /** Whoever mistyped the forgotten password too often may sign in with the new one at once. */
  override async succeeded(email: string, address: string): Promise<void> {
    await super.succeeded(email, address);
    await this.login.forgiven(email, address);
  }
}
