import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpServer, type ReceivedRequest } from './http-server.js';

/** What a flow says and asks before it waits for the customer; without an input it is the last one. */
export interface FlowStep {
  readonly messages?: readonly object[];
  readonly input?: { readonly type: string; readonly items?: readonly object[]; readonly options?: object };
  readonly clientSideActions?: readonly object[];
}

type Reply = readonly [status: number, body: object];

/** Steps, or what makes the next one of a flow without an end. */
export type Flow = readonly FlowStep[] | ((step: number) => FlowStep);

interface Session {
  readonly slug: string;
  step: number;
  /** What it has said last. */
  said: FlowStep;
}

/** A paragraph of rich text, as typebot's editor stores it. */
export const paragraph = (...children: readonly object[]) => ({ type: 'p', children });

/** A text bubble, of plain paragraphs or of nodes of rich text. */
export const textBubble = (...content: readonly (string | object)[]) => ({
  id: randomUUID(),
  type: 'text',
  content: {
    type: 'richText',
    richText: content.map((each) => (typeof each === 'string' ? paragraph({ text: each }) : each)),
  },
});

export const fileBubble = (type: 'image' | 'audio' | 'video', url: string) => ({
  id: randomUUID(),
  type,
  content: type === 'video' ? { type: 'url', url } : { url },
});

export const textInput = { type: 'text input' };

export const choiceInput = (contents: readonly string[], isMultipleChoice = false) => ({
  type: 'choice input',
  items: contents.map((content) => ({ id: randomUUID(), content })),
  options: { isMultipleChoice },
});

/**
 * The chat API of typebot (startChat, continueChat) with flows of the tests: sessions that expire, choices that are taken by
 * their content only, and errors in the form of its API.
 */
export class TypebotSimulator {
  readonly server = new HttpServer();
  readonly flows = new Map<string, Flow>();
  /** What was received: null for a flow that went on by itself. */
  readonly received: (string | null)[] = [];
  readonly variables: Record<string, unknown>[] = [];
  /** How long it thinks. */
  thinkingMs = (): number => 0;
  /** Answers instead of the simulator. */
  fault: ((request: ReceivedRequest, response: ServerResponse) => boolean) | undefined;
  private readonly sessions = new Map<string, Session>();

  async start(): Promise<this> {
    this.server.answer = (request, response) => this.answer(request, response);
    await this.server.start();
    return this;
  }

  get url(): string {
    return this.server.url;
  }

  get started(): number {
    return this.server.requests.filter(({ path }) => path.endsWith('/startChat')).length;
  }

  /** Forgets every session, as typebot does after a while. */
  expire(): void {
    this.sessions.clear();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private async answer(request: ReceivedRequest, response: ServerResponse): Promise<void> {
    if (this.fault?.(request, response)) return;
    const [status, body] = this.replyTo(request);
    if (this.thinkingMs() > 0) await delay(this.thinkingMs());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private replyTo({ path, body }: ReceivedRequest): Reply {
    const [, slug] = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path) ?? [];
    const [, sessionId] = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path) ?? [];
    const input = JSON.parse(body.toString() || '{}') as Record<string, unknown>;
    if (slug !== undefined) return this.begin(slug, input);
    return sessionId === undefined ? notFound('Not found') : this.goOn(sessionId, input['message']);
  }

  private begin(slug: string, { prefilledVariables = {} }: Record<string, unknown>): Reply {
    if (!this.flows.has(slug)) return notFound('Typebot not found');
    const sessionId = randomUUID();
    this.sessions.set(sessionId, { slug, step: -1, said: {} });
    this.variables.push(prefilledVariables as Record<string, unknown>);
    const typebot = { id: slug, version: '6', theme: {}, settings: {} };
    return [200, { sessionId, resultId: randomUUID(), typebot, ...this.next(sessionId) }];
  }

  private goOn(sessionId: string, message: unknown): Reply {
    const session = this.sessions.get(sessionId);
    if (!session) return notFound('Session not found.');
    this.received.push(typeof message === 'string' ? message : null);
    const { input } = session.said;
    const contents = (input?.items ?? []).map((item) => String((item as { content?: unknown }).content));
    const parts = String(message).split(', ');
    if (contents.length > 0 && !parts.every((part) => contents.includes(part)))
      return [200, { messages: [textBubble('Invalid message. Please, try again.')], input }];
    return [200, this.next(sessionId)];
  }

  private next(sessionId: string): FlowStep {
    const session = this.sessions.get(sessionId);
    const flow = session && this.flows.get(session.slug);
    if (!flow) return { messages: [] };
    session.step += 1;
    session.said = (typeof flow === 'function' ? flow(session.step) : flow[session.step]) ?? {};
    return { messages: [], ...session.said };
  }
}

const notFound = (message: string): Reply => [404, { message, code: 'NOT_FOUND' }];
