import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpServer, type ReceivedRequest } from './http-server.js';

interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  /** Addresses of pictures in the content, whose text is `content`. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** A request as the endpoint reads it. */
export interface ChatCall {
  readonly key: string | undefined;
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: object;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
  /** The system's message, and the last one. */
  readonly system: string;
  readonly last: string;
}

export interface ChatReply {
  readonly text?: string;
  /** Arguments as text are sent as they are, well-formed or not. */
  readonly tools?: readonly { readonly name: string; readonly arguments: object | string }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  /** Anything but 200 is an error of the endpoint. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Sent as it is instead of all of the above. */
  readonly raw?: { readonly type: string; readonly body: string };
  /** The connection ends in the middle of the answer. */
  readonly cut?: true;
  /** Ends when this is resolved. */
  readonly until?: Promise<unknown>;
}

/** An endpoint with OpenAI's `POST /v1/chat/completions`: streams, calls tools, and refuses what the real one refuses. */
export class ChatEndpoint {
  readonly calls: ChatCall[] = [];
  /** Given one after the other; afterwards {@link reply}. */
  readonly replies: ChatReply[] = [];
  reply: (call: ChatCall) => ChatReply = () => ({ text: 'Olá! Como posso ajudar?' });
  key = 'sk-teste';
  /** Parameters that are answered with 400, and its message. */
  refuses: Readonly<Record<string, string>> = {};
  /** The status of those answers. */
  refusal = 400;
  private readonly server = new HttpServer();

  async start(): Promise<this> {
    this.server.answer = (request, response) => this.handle(request, response);
    await this.server.start();
    return this;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  reset(): void {
    this.calls.length = 0;
    this.replies.length = 0;
    this.refuses = {};
    this.refusal = 400;
    this.reply = () => ({ text: 'Olá! Como posso ajudar?' });
  }

  get host(): string {
    return this.server.host;
  }

  get url(): string {
    return `${this.server.url}/v1`;
  }

  private async handle(request: ReceivedRequest, response: ServerResponse): Promise<void> {
    const call = readCall(request);
    if (!call) return refuse(response, 400, 'invalid_request_error');
    const given = { ...call, ...(call.messages.some(({ images }) => images) ? { image: true } : {}) };
    const [refused] = Object.keys(this.refuses).filter((parameter) => isGiven(given, parameter));
    if (refused) return refuse(response, this.refusal, 'unsupported_parameter', {}, this.refuses[refused]);
    this.calls.push(call);
    if (call.key !== this.key) return refuse(response, 401, 'invalid_api_key');
    const reply = this.replies.shift() ?? this.reply(call);
    if (reply.delayMs) await wait(reply.delayMs);
    if (reply.status && reply.status !== 200) return refuse(response, reply.status, 'error', reply.headers);
    if (!call.stream && !reply.raw) complete(response, reply);
    else if (reply.raw) response.writeHead(200, { 'content-type': reply.raw.type }).end(reply.raw.body);
    else await stream(response, call.model, reply);
  }
}

const isGiven = (call: Readonly<Record<string, unknown>>, parameter: string): boolean => {
  const value = call[parameter];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
};

/** A message whose content may be a list of parts. */
function withImages(message: WireMessage): WireMessage {
  const parts = message.content as unknown;
  if (!Array.isArray(parts)) return message;
  const list = parts as { readonly text?: string; readonly image_url?: { readonly url: string } }[];
  const images = list.flatMap(({ image_url: image }) => (image ? [image.url] : []));
  return { ...message, content: list.map(({ text = '' }) => text).join(''), images };
}

/** An answer that is not streamed, without its usage. */
function complete(response: ServerResponse, { text = '', tools = [] }: ChatReply): void {
  const calls = tools.map(({ name, arguments: args }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  const message = { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  response
    .writeHead(200, { 'content-type': 'text/plain' })
    .end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }, null, 2));
}

/** undefined where the real endpoint answers 400. */
function readCall({ method, path, headers, body }: ReceivedRequest): ChatCall | undefined {
  if (method !== 'POST' || path !== '/v1/chat/completions') return undefined;
  const input = JSON.parse(body.toString()) as Omit<ChatCall, 'tools'> & Partial<Pick<ChatCall, 'tools'>>;
  const { tools = [] } = input;
  const messages = Array.isArray(input.messages) ? input.messages.map(withImages) : [];
  if (!input.model || messages.length === 0) return undefined;
  if (tools.some(({ function: { name } }) => !/^[\w-]{1,64}$/.test(name))) return undefined;
  const open = new Set<string>();
  for (const { role, tool_calls: calls = [], tool_call_id: id, content } of messages) {
    if (role === 'tool' && !open.delete(id ?? '')) return undefined;
    if (role !== 'tool' && open.size > 0) return undefined;
    if (role !== 'assistant' && typeof content !== 'string') return undefined;
    for (const call of calls) open.add(call.id);
  }
  return {
    ...input,
    messages,
    tools,
    key: headers.authorization?.replace('Bearer ', ''),
    system: messages.find(({ role }) => role === 'system')?.content ?? '',
    last: messages.at(-1)?.content ?? '',
  };
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
  message = 'refused',
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message, type: code, code } }));
}

async function stream(response: ServerResponse, model: string, reply: ChatReply): Promise<void> {
  const { text = '', tools = [], usage = { prompt_tokens: 100, completion_tokens: 20 } } = reply;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (choices: object[], more: object = {}): void =>
    void response.write(
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model, choices, ...more })}\n\n`,
    );
  const delta = (part: object): void => send([{ index: 0, delta: part, finish_reason: null }]);
  delta({ role: 'assistant', content: '' });
  for (const piece of text.match(/[\s\S]{1,7}/gu) ?? []) delta({ content: piece });
  for (const [index, { name, arguments: args }] of tools.entries()) {
    delta({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] });
    const written = typeof args === 'string' ? args : JSON.stringify(args);
    for (const piece of written.match(/[\s\S]{1,5}/gu) ?? [])
      delta({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  await reply.until;
  if (reply.cut) {
    // what was written leaves first
    await wait(20);
    response.destroy();
    return;
  }
  send([{ index: 0, delta: {}, finish_reason: tools.length > 0 ? 'tool_calls' : 'stop' }]);
  if (usage) send([], { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } });
  response.end('data: [DONE]\n\n');
}
