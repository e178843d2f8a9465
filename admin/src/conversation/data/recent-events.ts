import type { Message, MessageEvent, TicketEvent } from '../model/types';

const MAX_EVENTS = 1000;

/** The latest events. A response lacks events that arrive after its request was sent, so they are applied to it. */
export class RecentEvents<T> {
  private count = 0;
  private readonly latest: T[] = [];

  add(event: T): void {
    this.count += 1;
    this.latest.push(event);
    if (this.latest.length > MAX_EVENTS) this.latest.shift();
  }

  /** Call this before a request; the result returns the events that have arrived since. */
  capture(): () => readonly T[] {
    const before = this.count;
    return () => {
      const added = this.count - before;
      return added === 0 ? [] : this.latest.slice(-added);
    };
  }
}

export const recentTicketEvents = new RecentEvents<TicketEvent>();
export const recentMessageEvents = new RecentEvents<MessageEvent>();
export const recentChatEvents = new RecentEvents<{ action: 'create' | 'update'; message: Message }>();
