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
import { endpointFailures, inItsWords } from './endpoint-failures.js';

/** Address, model and parameters of an endpoint. */
export interface ChatEndpoint {
  /** The address including the version, like `https://api.example.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** null when the endpoint needs no key. */
  readonly key: string | null;
  readonly maxTokens: number;
  readonly temperature: number;
  /** Parameters that it does not know; those that it refuses now as unknown are added once an answer comes without them. */
  readonly refused: Set<RefusedParameter>;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string; readonly images?: readonly string[] }
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

/** The words by which an endpoint refuses a parameter; the first that fits is left out. */
const refusals = {
  image: /\bimages?\b|image_url|vision|multi-?modal|mmproj|must be a string|valid string|expected (?:a )?string/i,
  tools: /\btools?\b|tool_choice|\bfunction.call/i,
  stream_options: /stream_options|include_usage/i,
  max_tokens: /\bmax_tokens\b/i,
  temperature: /\btemperature\b/i,
  stream: /\bstream(?:ing)?\b/i,
} as const;
export type RefusedParameter = keyof typeof refusals;
export const isRefusable = (name: string): name is RefusedParameter => name in refusals;
/** Words about a parameter that an endpoint or model does not know at all, and about a value or picture of one request. */
const unknown =
  /(?:\bnot|n['’]t|cannot|no endpoints found that|\bonly) (?:be )?(?:support|allow|permit|accept|enabl|compatib|implement|recogni|available|the default)|unsupported|unknown|unrecogni|unexpected (?:keyword|parameter|field|argument)|extra (?:input|field)|cannot find field|deprecated|requires --|mmproj|must be a string|valid string|expected (?:a )?string/i;
const ofRequest =
  /too (?:large|big|long|high|many|small)|at most|exceed|(?:greater|less) than|between|maximum|format|mime|\bsize|dimension|decod|download|fetch|corrupt|malformed|schema/i;
const isUnknown = (words: string): boolean => unknown.test(words) && !ofRequest.test(words);
/** Statuses that are not about the request's parameters. */
const otherStatuses = new Set([401, 402, 403, 429]);

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
    without: ReadonlySet<RefusedParameter> = endpoint.refused,
  ): Promise<ChatCompletion> {
    const { deadline } = request;
    const { key } = endpoint;
    const { used: parameters, body, textLength } = bodyOf(endpoint, request, without);
    const completion = new PartialCompletion();
    let worked = false;
    try {
      const answer = await this.http.stream(addressOf(endpoint.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(key ? keyHeaders(endpoint.url, key) : {}),
        },
        body,
        timeoutMs: Math.max(deadline - Date.now(), 1),
        redirects: 0,
        maxBytes,
      });
      if (answer.status !== 200) {
        const words = refusalWords(await before(deadline, text(answer.stream)), key);
        answer.stream.destroy();
        const parameter = otherStatuses.has(answer.status)
          ? undefined
          : parameters.find((name) => refusals[name].test(words));
        if (parameter) {
          const completion = await this.attempt(endpoint, request, used, new Set([...without, parameter]));
          if (answer.status < 500 && isUnknown(words)) endpoint.refused.add(parameter);
          return completion;
        }
        throw refused(answer.status, answer.headers['retry-after'], words);
      }
      worked = true;
      try {
        await before(deadline, readAnswer(answer.stream, completion));
      } finally {
        answer.stream.destroy();
      }
      if (!completion.finished) throw new CompletionFailed(endpointFailures.cut, retryMs);
      return completion.result(textLength);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      worked ||= error.phase === 'timeout';
      if (error.phase === 'refused') throw new CompletionFailed(endpointFailures.forbidden);
      if (error.phase === 'timeout') throw new CompletionFailed(endpointFailures.timeout, 0);
      throw new CompletionFailed(endpointFailures.unreachable, retryMs);
    } finally {
      if (worked) used.push(completion.result(textLength).usage);
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

/**
 * Reads events until the stream ends or reports its end, or one JSON document; servers name the type of either as they
 * like. @throws CompletionFailed, OutboundError
 */
async function readAnswer(stream: Readable, completion: PartialCompletion): Promise<void> {
  let json = '';
  for await (const line of linesOf(stream)) {
    if (json !== '' || /^\s*[{[]/.test(line)) {
      json += `${line}\n`;
      continue;
    }
    const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
    if (data === '[DONE]') {
      completion.finished = true;
      return;
    }
    if (data !== '') addEvent(completion, data);
  }
  if (json !== '') addEvent(completion, json);
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
    const event = JSON.parse(json) as ChatStreamEvent & { readonly error?: unknown };
    if (!event.error) {
      completion.add(event);
      return;
    }
  } catch {
    throw new CompletionFailed(endpointFailures.unexpected);
  }
  throw new CompletionFailed(inItsWords(endpointFailures.broken, refusalWords(json, null)));
}

/** Text, parameters in use that may be left out, and how long the text is without pictures. */
function bodyOf(
  { model, maxTokens, temperature }: ChatEndpoint,
  { messages, tools = [] }: ChatRequest,
  without: ReadonlySet<RefusedParameter>,
): { body: string; used: readonly RefusedParameter[]; textLength: number } {
  const pictured = !without.has('image') && messages.some((message) => 'images' in message && message.images?.length);
  const offered = without.has('tools') ? [] : tools;
  const body = JSON.stringify({
    model,
    ...(without.has('temperature') ? {} : { temperature }),
    [without.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(without.has('stream') ? {} : { stream: true }),
    ...(without.has('stream') || without.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    messages: messages.map((message) => wireMessage(message, Boolean(pictured))),
    ...(offered.length > 0 ? { tools: offered.map((tool) => ({ type: 'function', function: tool })) } : {}),
  });
  const used = (Object.keys(refusals) as RefusedParameter[]).filter(
    (name) => !without.has(name) && (name !== 'image' || pictured) && (name !== 'tools' || offered.length > 0),
  );
  const images = pictured ? messages.flatMap((message) => ('images' in message ? (message.images ?? []) : [])) : [];
  return { body, used, textLength: body.length - images.reduce((sum, image) => sum + image.length, 0) };
}

/** People also enter the whole address, or one with a version as a parameter (Azure). */
function addressOf(url: string): string {
  const address = new URL(url);
  const path = address.pathname.replace(/\/+$/, '');
  address.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
  return address.href;
}

/** Azure's older addresses know only a header of their own. */
const keyHeaders = (url: string, key: string): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  ...(new URL(url).hostname.endsWith('.azure.com') ? { 'api-key': key } : {}),
});

interface Refusal {
  readonly error?: Refusal | string;
  readonly message?: unknown;
  readonly detail?: string | readonly { readonly msg?: unknown }[];
}

/** The message of an error in the forms that servers give it, without the key. */
function refusalWords(body: string, key: string | null): string {
  let words = '';
  try {
    const parsed = JSON.parse(body) as Refusal | readonly Refusal[] | null;
    const answer = (Array.isArray(parsed) ? parsed[0] : parsed) as Refusal | null;
    const { error, message, detail } = answer ?? {};
    const [first] = Array.isArray(detail) ? detail : [];
    const found = [error, typeof error === 'object' ? error?.message : undefined, message, detail, first?.msg];
    words = found.find((text) => typeof text === 'string') ?? '';
  } catch {
    words = /^\s*[<{[]/.test(body) ? '' : body.slice(0, 1_000);
  }
  return key ? words.replaceAll(key, '…') : words;
}

function refused(status: number, retryAfter: string | undefined, words: string): CompletionFailed {
  if (status === 401 || status === 403) return new CompletionFailed(inItsWords(endpointFailures.key, words));
  if (status === 429) {
    const seconds = Number(retryAfter);
    return new CompletionFailed(inItsWords(endpointFailures.busy, words), seconds > 0 ? seconds * 1000 : retryMs);
  }
  return new CompletionFailed(inItsWords(endpointFailures.refused(status), words), status >= 500 ? retryMs : undefined);
}

function wireMessage(message: ChatMessage, pictured: boolean): object {
  if (pictured && message.role === 'user' && message.images?.length)
    return {
      role: 'user',
      content: [
        { type: 'text', text: message.content },
        ...message.images.map((url) => ({ type: 'image_url', image_url: { url } })),
      ],
    };
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
