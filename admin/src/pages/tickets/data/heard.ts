import type { MessageEvent, TicketEvent } from '../model/types';

const KEPT = 1000;

/**
 * What events told lately, in their order. An answer that was asked for before one of them arrived does not hold it, and may
 * have nothing yet that it could have been merged into; what was told before the question is in the answer.
 */
export class Heard<T> {
  private count = 0;
  private readonly latest: T[] = [];

  add(news: T): void {
    this.count += 1;
    this.latest.push(news);
    if (this.latest.length > KEPT) this.latest.shift();
  }

  /** Taken before asking; afterwards answers what was told meanwhile. */
  listen(): () => readonly T[] {
    const before = this.count;
    return () => {
      const news = this.count - before;
      return news === 0 ? [] : this.latest.slice(-news);
    };
  }
}

export const heardTickets = new Heard<TicketEvent>();
export const heardMessages = new Heard<MessageEvent>();
