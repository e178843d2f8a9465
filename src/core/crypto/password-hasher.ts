import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { coreErrors } from '../errors/core-errors.js';
import { ConcurrencyLimiter } from '../processing/concurrency-limiter.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes a core and 19 MiB. */
const concurrency = 2;
/** About a second of work. Waiting sign-ins hold database connections, which a flood of them must not exhaust. */
const maxWaiting = 100;

/** Hashes passwords with argon2id and verifies them, a few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly limiter = new ConcurrencyLimiter(concurrency);
  private dummyHash: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.run(() => hash(password, cost));
  }

  /** Without a hash it is false, after the same time. */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    this.dummyHash ??= this.hash('nobody has this password');
    const compared = hashed ?? (await this.dummyHash);
    const same = await this.run(() => verify(compared, password));
    return hashed !== null && same;
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limiter.waiting >= maxWaiting) throw coreErrors.ERR_UNAVAILABLE();
    return this.limiter.run(work);
  }
}
