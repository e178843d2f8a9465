import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Client } from './client.js';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function refusalIn(body: string): string {
  const { code, message } = JSON.parse(body) as { code?: string; message?: string };
  return `${code}: ${message}`;
}

/** A call of a signed-in client. */
export function callAs({ token }: Pick<Client, 'token'>, method: Call['method'], path: string, body?: object): Call {
  const headers = { authorization: `Bearer ${token}` };
  if (!body) return { method, path, headers };
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export interface CallOutcome {
  /** Status as answered; `503 without Retry-After`; `refused`, `reset` or `timeout` when there was no answer. */
  readonly outcome: string;
  readonly call: string;
  /** Code and sentence of a refusal. */
  readonly said: string;
  /** ms since the epoch. */
  readonly sentAt: number;
  readonly endedAt: number;
}

export interface CallAnswer {
  readonly status: number;
  readonly body: string;
  /** The refresh token, when the answer sets a new one. */
  readonly cookie: string | undefined;
}

const firstRetryMs = 50;
const mostRetryMs = 500;
/** Longer than any answer may take: providers wait for ten seconds. */
const timeoutMs = 15_000;

/**
 * Repeats a call until it is acknowledged, as providers and retrying clients do, over several addresses in turn. Records
 * every outcome: the server must not lose what it acknowledged.
 */
export class RetryingClient {
  readonly outcomes: CallOutcome[] = [];
  /** Addresses that are left out, as a load balancer leaves out what is not ready. */
  readonly leftOut = new Set<string>();
  private readonly agent = new Agent({ connections: 64, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  private calls = 0;

  constructor(private readonly urls: readonly string[]) {}

  /** @returns undefined when it was refused (4xx) or not acknowledged in time */
  async send(call: Call, patienceMs = 120_000): Promise<CallAnswer | undefined> {
    const end = Date.now() + patienceMs;
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(mostRetryMs, retryMs * 2)) {
      const answer = await this.sendOnce(call);
      if (answer && answer.status < 300) return answer;
      const refused = answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
      if (refused || Date.now() > end) return undefined;
      await delay(retryMs);
    }
  }

  /** @returns undefined when there was no answer */
  async sendOnce({ method, path, headers = {}, body }: Call): Promise<CallAnswer | undefined> {
    const urls = this.urls.filter((each) => !this.leftOut.has(each));
    const url = urls[this.calls++ % urls.length] ?? '';
    const sentAt = Date.now();
    const record = (outcome: string, said = ''): void =>
      void this.outcomes.push({ outcome, call: `${method} ${path}`, said, sentAt, endedAt: Date.now() });
    try {
      const options = { method, headers: { ...headers }, body: body ?? null, dispatcher: this.agent };
      const answer = await request(url + path, options);
      const text = await answer.body.text();
      const { statusCode: status } = answer;
      record(
        status === 503 && !answer.headers['retry-after'] ? '503 without Retry-After' : String(status),
        status < 400 ? '' : refusalIn(text),
      );
      const [, cookie] = /\bjrt=([^;]*)/.exec(String(answer.headers['set-cookie'] ?? '')) ?? [];
      return { status, body: text, cookie };
    } catch (error) {
      const timedOut = error instanceof Error && /timeout/i.test(error.name) && !/connect/i.test(error.name);
      const refused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      record(timedOut ? 'timeout' : refused ? 'refused' : 'reset');
      return undefined;
    }
  }

  /** As `1200×200 3×503`. */
  summary(of: readonly CallOutcome[] = this.outcomes): string {
    return Object.entries(Object.groupBy(of, ({ outcome }) => outcome))
      .map(([outcome, all]) => `${all?.length}×${outcome}`)
      .join(' ');
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
