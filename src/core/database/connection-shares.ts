interface Waiting {
  readonly admit: () => void;
}

/**
 * Decides which company may take a connection of a pool. A company that has some must leave as many free for others, so
 * that its slow work (at worst waiting for a lock) delays nobody else. A company without any is always admitted.
 */
export class ConnectionShares {
  private readonly taken = new Map<number, number>();
  private free: number;
  private readonly waiting = new Map<number, Set<Waiting>>();

  constructor(
    size: number,
    private readonly patienceMs: number,
  ) {
    this.free = size;
  }

  /** Waits until the company may take a connection. @throws after some seconds, as the pool does */
  async take(companyId: number): Promise<void> {
    if (!this.waiting.has(companyId) && this.mayTake(companyId)) return this.count(companyId, 1);
    const queue = this.waiting.get(companyId) ?? new Set();
    this.waiting.set(companyId, queue);
    await new Promise<void>((resolve, reject) => {
      const waiting = { admit: () => end(resolve) };
      const expiry = setTimeout(
        () => end(() => reject(new Error('timeout exceeded when trying to connect: the share of the company is used'))),
        this.patienceMs,
      );
      const end = (then: () => void): void => {
        clearTimeout(expiry);
        queue.delete(waiting);
        if (queue.size === 0) this.waiting.delete(companyId);
        then();
      };
      queue.add(waiting);
    });
  }

  give(companyId: number): void {
    this.count(companyId, -1);
    for (let admitted = true; admitted; ) {
      admitted = false;
      for (const [id, [first]] of this.waiting) {
        if (!first || !this.mayTake(id)) continue;
        this.count(id, 1);
        first.admit();
        admitted = true;
      }
    }
  }

  private mayTake(companyId: number): boolean {
    const own = this.taken.get(companyId) ?? 0;
    return own === 0 || own < this.free;
  }

  private count(companyId: number, change: 1 | -1): void {
    this.free -= change;
    const own = (this.taken.get(companyId) ?? 0) + change;
    if (own === 0) this.taken.delete(companyId);
    else this.taken.set(companyId, own);
  }
}
