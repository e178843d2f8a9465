import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { AppConfig } from '../config/config.js';
import { soundPasswordMemory } from '../config/variables.js';
import { coreErrors } from '../errors/core-errors.js';
import { ConcurrencyLimiter } from '../processing/concurrency-limiter.js';

/** Each hash uses a whole core, and much memory. */
const concurrency = 2;

/** About a second of work. Waiting sign-ins hold database connections, which a flood of requests must not exhaust. */
const maxWaiting = 100;

/** Imported hashes are bcrypt; the next sign-in replaces them with argon2id. */
export const isImportedHash = (hashed: string): boolean => hashed.startsWith('$2');

/** Hashes and verifies passwords with argon2id, a few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly limiter = new ConcurrencyLimiter(concurrency);
  private dummyHash: Promise<string> | undefined;

  /** Programs without a configuration use the cost of production. */
  constructor(private readonly config?: AppConfig) {}

  hash(password: string): Promise<string> {
    const cost = { memoryCost: this.config?.passwordMemory ?? soundPasswordMemory, timeCost: 2, parallelism: 1 };
    return this.run(() => hash(password, cost));
  }

  /** Without a hash the result is false, after the same time. */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    this.dummyHash ??= this.hash('nobody has this password');
    const compared = hashed ?? (await this.dummyHash);
    const same = await this.run(() =>
      isImportedHash(compared) ? verifyBcrypt(password, compared) : verify(compared, password),
    );
    return hashed !== null && same;
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limiter.waiting >= maxWaiting) throw coreErrors.ERR_UNAVAILABLE();
    return this.limiter.run(work);
  }
}
