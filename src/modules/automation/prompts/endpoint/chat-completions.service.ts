import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import type { Localized } from '../../../../core/i18n.js';
import {
  type ChatCompletion,
  type ChatStreamEvent,
  type ChatToolCall,
  type ChatUsage,
  PartialCompletion,
} from './completion-stream.js';
import { endpointFailures } from './endpoint-failures.js';

/** Address, model and parameters of an endpoint. */
export interface ChatEndpoint {
  /** The address including the version, like `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** null when the endpoint needs no key. */
  readonly key: string | null;
  readonly maxTokens: number;
  readonly temperature: number;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ChatToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string };

export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly parameters: object;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  /** Milliseconds since 1970; an answer that is not complete by then is abandoned. */
  readonly deadline: number;
}

/** The endpoint gave no usable answer. `reason` is shown to managers and contains no secrets. */
export class CompletionFailed extends Error {
  constructor(
    readonly reason: Localized,
    /** The same request may succeed after this many milliseconds; undefined: it will not. */
    readonly retryMs?: number,
  ) {
    super(reason.en);
  }
}

/** The model's answer cannot be used; another request may give a better one. */
export class UnusableCompletion extends CompletionFailed {}

const maxBytes = 1024 * 1024;
const retryMs = 1_000;
/** With less time left no answer is requested. */
const minimumMs = 2_000;

/** Calls OpenAI's `POST /chat/completions`, streamed, on any compatible server. */
@Injectable()
export class ChatCompletionsService {
  constructor(private readonly http: OutboundHttp) {}

  /**
   * Tries once more after a temporary failure, within the deadline.
   * @param used gets the tokens of each request that a model processed, also of failed ones
   * @throws CompletionFailed
   */
  async complete(endpoint: ChatEndpoint, request: ChatRequest, used: ChatUsage[] = []): Promise<ChatCompletion> {
    try {
      return await this.attempt(endpoint, request, used);
    } catch (error) {
      const retry = error instanceof CompletionFailed ? error.retryMs : undefined;
      if (retry === undefined || Date.now() + retry + minimumMs > request.deadline) throw error;
      await wait(retry);
      return this.attempt(endpoint, request, used);
    }
  }

  /** @param without parameters that the endpoint has refused */
  private async attempt(
    endpoint: ChatEndpoint,
    request: ChatRequest,
    used: ChatUsage[],
    without: readonly string[] = [],
  ): Promise<ChatCompletion> {
    const { messages, tools = [], deadline } = request;
    const { url, key, model, maxTokens, temperature } = endpoint;
    const body = JSON.stringify({
      model,
      ...(without.includes('temperature') ? {} : { temperature }),
      [without.includes('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      stream: true,
      stream_options: { include_usage: true },
      messages: messages.map(wireMessage),
      ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: 'function', function: tool })) } : {}),
    });
    const completion = new PartialCompletion();
    let worked = false;
    try {
      const answer = await this.http.stream(`${url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(key ? { authorization: `Bearer ${key}` } : {}),
        },
        body,
        timeoutMs: Math.max(deadline - Date.now(), 1),
        redirects: 0,
        maxBytes,
      });
      if (answer.status !== 200) {
        const reason = answer.status === 400 ? await before(deadline, text(answer.stream)) : '';
        answer.stream.destroy();
        // newer models accept no temperature and have another name for the limit
        const [parameter] = /\b(max_tokens|temperature)\b/.exec(reason) ?? [];
        if (parameter && !without.includes(parameter))
          return await this.attempt(endpoint, request, used, [...without, parameter]);
        throw refused(answer.status, answer.headers['retry-after']);
      }
      worked = true;
      try {
        const streams = !/^application\/json\b/i.test(answer.headers['content-type'] ?? '');
        await before(deadline, streams ? readStream(answer.stream, completion) : readJson(answer.stream, completion));
      } finally {
        answer.stream.destroy();
      }
      if (!completion.finished) throw new CompletionFailed(endpointFailures.cut, retryMs);
      return completion.result(body.length);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      worked ||= error.phase === 'timeout';
      if (error.phase === 'refused') throw new CompletionFailed(endpointFailures.forbidden);
      if (error.phase === 'timeout') throw new CompletionFailed(endpointFailures.timeout, 0);
      throw new CompletionFailed(endpointFailures.unreachable, retryMs);
    } finally {
      if (worked) used.push(completion.result(body.length).usage);
    }
  }
}

/** Rejects when the deadline passes. @throws OutboundError `timeout` */
async function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutboundError('timeout', 'The answer is late')), deadline - Date.now());
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads until the stream ends or reports its end. @throws CompletionFailed, OutboundError */
async function readStream(stream: Readable, completion: PartialCompletion): Promise<void> {
  for await (const line of linesOf(stream)) {
    const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
    if (data === '[DONE]') {
      completion.finished = true;
      return;
    }
    if (data !== '') addEvent(completion, data);
  }
}

/** Reads the answer of an endpoint that does not stream. @throws CompletionFailed, OutboundError */
async function readJson(stream: Readable, completion: PartialCompletion): Promise<void> {
  addEvent(completion, await text(stream));
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const [end = '', ...next] = decoder.decode(chunk, { stream: true }).split('\n');
    line += end;
    for (const beginning of next) {
      yield line;
      line = beginning;
    }
  }
  yield line;
}

/** @throws CompletionFailed for data in another form, as any server may be the endpoint */
function addEvent(completion: PartialCompletion, json: string): void {
  try {
    completion.add(JSON.parse(json) as ChatStreamEvent);
  } catch {
    throw new CompletionFailed(endpointFailures.unexpected);
  }
}

function refused(status: number, retryAfter: string | undefined): CompletionFailed {
  if (status === 401 || status === 403) return new CompletionFailed(endpointFailures.key);
  if (status === 429) {
    const seconds = Number(retryAfter);
    return new CompletionFailed(endpointFailures.busy, seconds > 0 ? seconds * 1000 : retryMs);
  }
  return new CompletionFailed(endpointFailures.refused(status), status >= 500 ? retryMs : undefined);
}

function wireMessage(message: ChatMessage): object {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.toolCallId };
  if (message.role !== 'assistant' || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  return {
    role: 'assistant',
    content: message.content || null,
    tool_calls: message.toolCalls.map(({ id, name, arguments: args }) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    })),
  };
}
