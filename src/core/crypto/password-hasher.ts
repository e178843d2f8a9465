import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { coreErrors } from '../errors/core-errors.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at a time: more would only take the cores from everything else, and 19 MiB each. */
const atOnce = 2;

/** About a second of work. Some who wait hold a connection of the database: a flood of sign-ins must not keep it from all. */
const mostWaiting = 100;

/** Hashes passwords with argon2id and checks them; a few at a time, the rest wait their turn. */
@Injectable()
export class PasswordHasher {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private dummyHash: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.limited(() => hash(password, cost));
  }

  /** Whether the password is the hashed one. Without a hash it is false, after the same time. */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    this.dummyHash ??= this.hash('nobody has this password');
    const compared = hashed ?? (await this.dummyHash);
    const same = await this.limited(() => verify(compared, password));
    return hashed !== null && same;
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= mostWaiting) throw coreErrors.ERR_UNAVAILABLE();
    if (this.running >= atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      // the place goes to the next in line without becoming free in between
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
