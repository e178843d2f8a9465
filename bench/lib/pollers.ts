import { Courier, type Seen } from './courier.js';
import { pause, quantile } from './figures.js';
import { as, type Person } from './scene.js';

/** What our page asks for again as a safety net. */
const asked = ['/tickets?status=open', '/tickets?status=pending', '/tickets/counters'];

/** Attendants whose pages ask for their lists every so often, each at its own moment. */
export class Pollers {
  private readonly courier: Courier;
  private running = true;
  private readonly working: readonly Promise<void>[];

  constructor(urls: readonly string[], people: readonly Person[], everyMs: number) {
    this.courier = new Courier(urls);
    this.working = people.map((person, index) => this.poll(person, (index * everyMs) / people.length, everyMs));
  }

  /** Everything that was asked since a moment, ms since the epoch. */
  since(from: number): Polled {
    const seen = this.courier.seen.filter(({ left }) => left >= from);
    const times = seen.map(({ left, over }) => over - left);
    return {
      seen,
      asked: seen.length,
      answers: this.courier.summary(seen),
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      p99: quantile(times, 0.99),
      longest: Math.max(0, ...times),
    };
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.working);
    await this.courier.close();
  }

  private async poll(person: Person, offset: number, everyMs: number): Promise<void> {
    const began = Date.now() + offset;
    for (let turn = 0; this.running; turn += 1) {
      // on time whatever the answers did, and at an end soon after it is told to stop
      while (this.running && Date.now() < began + turn * everyMs) await pause(Math.min(100, everyMs));
      if (this.running) await Promise.all(asked.map((path) => this.courier.once(as(person, 'GET', path))));
    }
  }
}

export interface Polled {
  readonly seen: readonly Seen[];
  readonly asked: number;
  /** As `1200×200 3×503`. */
  readonly answers: string;
  /** ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
}
