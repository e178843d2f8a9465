import { Agent, request } from 'undici';
import { pause } from './figures.js';
import type { Call } from './open-loop.js';

export interface Seen {
  /** `200`, `503`, … as answered; `503 bare` without Retry-After; `cut` and `silence` when there was no answer. */
  readonly what: string;
  readonly call: string;
  /** ms since the epoch, when it left and when it was over. */
  readonly left: number;
  readonly over: number;
}

export interface Answered {
  readonly status: number;
  readonly body: string;
  /** The refresh token, when a new one came along. */
  readonly cookie: string | undefined;
}

export interface Acknowledged extends Answered {
  readonly attempts: number;
}

const firstWaitMs = 50;
const mostWaitMs = 500;
/** Longer than any answer may take: providers give up after ten. */
const silenceMs = 15_000;

/**
 * Posts as a provider or a careful client does: again and again until it is acknowledged. Keeps every answer it saw,
 * which is the truth outside of the server.
 */
export class Courier {
  readonly seen: Seen[] = [];
  private readonly agent = new Agent({ connections: 64, headersTimeout: silenceMs, bodyTimeout: silenceMs });
  private turn = 0;

  constructor(private readonly urls: readonly string[]) {}

  /** undefined: refused for good (4xx), or not acknowledged in time. */
  async deliver(call: Call, patienceMs = 120_000): Promise<Acknowledged | undefined> {
    const until = Date.now() + patienceMs;
    for (let attempts = 1; ; attempts += 1) {
      const answer = await this.once(call);
      if (answer && answer.status < 300) return { ...answer, attempts };
      const final = answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
      if (final || Date.now() > until) return undefined;
      await pause(Math.min(mostWaitMs, firstWaitMs * 2 ** (attempts - 1)));
    }
  }

  /** One attempt; undefined when there was no answer. */
  async once({ method, path, headers = {}, body }: Call): Promise<Answered | undefined> {
    const url = this.urls[this.turn++ % this.urls.length] ?? '';
    const left = Date.now();
    const saw = (what: string): void =>
      void this.seen.push({ what, call: `${method} ${path}`, left, over: Date.now() });
    try {
      const answer = await request(url + path, {
        method,
        headers: { ...headers },
        body: body ?? null,
        dispatcher: this.agent,
      });
      const text = await answer.body.text();
      const bare = answer.statusCode === 503 && answer.headers['retry-after'] === undefined;
      saw(bare ? '503 bare' : answer.statusCode === 503 ? '503' : String(answer.statusCode));
      const [, cookie] = /\bjrt=([^;]*)/.exec(String(answer.headers['set-cookie'] ?? '')) ?? [];
      return { status: answer.statusCode, body: text, cookie };
    } catch (error) {
      saw(error instanceof Error && /timeout/i.test(error.name) && !/connect/i.test(error.name) ? 'silence' : 'cut');
      return undefined;
    }
  }

  /** What was seen, counted. */
  summary(of: readonly Seen[] = this.seen): string {
    const counts = new Map<string, number>();
    for (const { what } of of) counts.set(what, (counts.get(what) ?? 0) + 1);
    return [...counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([what, count]) => `${count}×${what}`)
      .join(' ');
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
