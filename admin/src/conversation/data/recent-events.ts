import type { MessageEvent, TicketEvent } from '../model/types';

const MAX_EVENTS = 1000;

/**
 * What events told lately, in their order. An answer that was asked for before one of them arrived does not hold it, and may
 * have nothing yet that it could have been merged into; what was told before the question is in the answer.
 */
export class RecentEvents<T> {
  private count = 0;
  private readonly latest: T[] = [];

  add(news: T): void {
    this.count += 1;
    this.latest.push(news);
    if (this.latest.length > MAX_EVENTS) this.latest.shift();
  }

  /** Taken before asking; afterwards answers what was told meanwhile. */
  capture(): () => readonly T[] {
    const before = this.count;
    return () => {
      const news = this.count - before;
      return news === 0 ? [] : this.latest.slice(-news);
    };
  }
}

export const recentTicketEvents = new RecentEvents<TicketEvent>();
export const recentMessageEvents = new RecentEvents<MessageEvent>();
