import { Injectable } from '@nestjs/common';
import { OutboundHttp, type OutboundResponse } from '../../../../core/http/outbound-http.js';

const timeoutMs = 20_000;
const excerptLength = 300;

/** Typebot answered with an error. */
export class TypebotRefused extends Error {
  constructor(
    readonly status: number,
    readonly excerpt: string,
  ) {
    super(`typebot answered HTTP ${status}`);
  }
}

export interface StartedChat {
  readonly sessionId: string;
  /** The unchanged answer of typebot. */
  readonly answer: unknown;
}

/** The chat API of typebot, self-hosted or typebot.io. */
@Injectable()
export class TypebotClientService {
  constructor(private readonly http: OutboundHttp) {}

  /** Starts a published flow. @throws OutboundError, TypebotRefused */
  async start(url: string, slug: string, prefilledVariables: object): Promise<StartedChat> {
    const path = `api/v1/typebots/${encodeURIComponent(slug)}/startChat`;
    const answer = accepted(await this.post(url, path, { prefilledVariables, isStreamEnabled: false }));
    const { sessionId } = (answer ?? {}) as { sessionId?: unknown };
    if (typeof sessionId !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(sessionId))
      throw new TypebotRefused(200, 'no sessionId');
    return { sessionId, answer };
  }

  /** Answers or continues the flow. undefined: the session has expired. @throws OutboundError, TypebotRefused */
  async continue(url: string, sessionId: string, message?: string): Promise<unknown> {
    const path = `api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`;
    const response = await this.post(url, path, message === undefined ? {} : { message });
    return response.status === 404 ? undefined : accepted(response);
  }

  private post(url: string, path: string, body: object): Promise<OutboundResponse> {
    return this.http.request(`${url.replace(/\/+$/, '')}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ...body, textBubbleContentFormat: 'richText' }),
      timeoutMs,
    });
  }
}

function accepted(response: OutboundResponse): unknown {
  const { status, body } = response;
  if (status < 200 || status > 299) throw new TypebotRefused(status, body.toString('utf8').slice(0, excerptLength));
  return response.json<unknown>();
}
