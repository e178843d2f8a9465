import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { AppConfig, soundPasswordMemory } from '../config/config.js';
import { coreErrors } from '../errors/core-errors.js';

/** Concurrent hashes: each takes a core and its memory. */
const atOnce = 2;

/** About a second of work. Waiting sign-ins hold database connections, which a flood of them must not exhaust. */
const mostWaiting = 100;

/** Hashes passwords with argon2id and verifies them, a few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private dummyHash: Promise<string> | undefined;

  /** Programs without a configuration hash as production does. */
  constructor(private readonly config?: AppConfig) {}

  hash(password: string): Promise<string> {
    const cost = { memoryCost: this.config?.passwordMemory ?? soundPasswordMemory, timeCost: 2, parallelism: 1 };
    return this.limited(() => hash(password, cost));
  }

  /** Without a hash it is false, after the same time. */
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
      // the slot passes to the next in line
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
