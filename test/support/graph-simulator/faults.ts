import type { Random } from './random.js';

/**
 * Failures of a send: the connection is cut before or after the message was accepted, a gateway times out after it was
 * accepted, the response never comes, or the request is refused with a code.
 */
export type SendFault = 'drop-before' | 'accept-then-drop' | 'accept-then-504' | 'accept-then-hang' | { code: number };

export interface Refusal {
  code: number;
  /** Refused at once, or accepted and reported as failed later, as the platform does for most reasons. */
  via: 'response' | 'status';
  /** How many messages; without it, all. */
  times?: number;
}

/** Configured failures: by recipient, for the next sends, or by probability. */
export class Faults {
  private readonly refusals = new Map<string, Refusal>();
  private readonly queue: SendFault[] = [];
  private chances: { fault: SendFault; probability: number }[] = [];

  refuse(recipient: string, refusal: Refusal): void {
    this.refusals.set(recipient, { ...refusal });
  }

  clearRefusal(recipient: string): void {
    this.refusals.delete(recipient);
  }

  failNext(fault: SendFault, times = 1): void {
    for (let count = 0; count < times; count += 1) this.queue.push(fault);
  }

  failRandomly(fault: SendFault, probability: number): void {
    this.chances = [...this.chances.filter((entry) => entry.fault !== fault), { fault, probability }];
  }

  clear(): void {
    this.refusals.clear();
    this.queue.length = 0;
    this.chances = [];
  }

  takeRefusal(recipient: string): Refusal | null {
    const refusal = this.refusals.get(recipient);
    if (!refusal) return null;
    if (refusal.times === undefined) return refusal;
    refusal.times -= 1;
    if (refusal.times <= 0) this.refusals.delete(recipient);
    return refusal;
  }

  takeFault(random: Random): SendFault | null {
    return this.queue.shift() ?? this.chances.find(({ probability }) => random.chance(probability))?.fault ?? null;
  }
}
