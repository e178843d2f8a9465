import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../../../core/config/config.js';
import { defineVariable, url } from '../../../../../core/config/variable.js';
import { multipart } from '../../../../../core/http/multipart.js';
import { OutboundHttp, type OutboundStreamResponse } from '../../../../../core/http/outbound-http.js';
import type { OutboundMedia } from '../channel.js';

const graphApiUrl = defineVariable(
  'GRAPH_API_URL',
  url(['http', 'https'], {
    description: 'Graph API of Meta with its version, or a simulator of it; its host may be private.',
    default: 'https://graph.facebook.com/v24.0',
    allowsOutbound: true,
  }),
);

const requestTimeoutMs = 30_000;
const transferTimeoutMs = 120_000;
const maxResponseBytes = 1024 * 1024;
const maxFileBytes = 110 * 1024 * 1024; // documents may have up to 100 MB

export interface GraphAnswer {
  readonly status: number;
  /** null when a proxy returned something other than JSON. */
  readonly body: unknown;
}

export interface GraphUpload {
  readonly field: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly media: OutboundMedia;
  readonly mime: string;
}

/** Requests to the Graph API, each with the token of its connection. */
@Injectable()
export class GraphClient {
  constructor(
    private readonly http: OutboundHttp,
    private readonly config: AppConfig,
  ) {}

  get(token: string, path: string): Promise<GraphAnswer> {
    return this.call(token, path, { method: 'GET' });
  }

  post(token: string, path: string, body: object): Promise<GraphAnswer> {
    return this.call(token, path, { method: 'POST', body: JSON.stringify(body) });
  }

  async upload(token: string, path: string, { field, fields, media, mime }: GraphUpload): Promise<GraphAnswer> {
    const stream = await media.open();
    const form = multipart(fields, { field, name: media.name, mime, size: media.size, stream });
    const answer = await this.http
      .request(this.url(path), {
        method: 'POST',
        headers: { ...form.headers, authorization: `Bearer ${token}` },
        body: form.body,
        timeoutMs: transferTimeoutMs,
        maxBytes: maxResponseBytes,
      })
      // A request that failed early has not read the file and would leave it open.
      .finally(() => stream.destroy());
    return { status: answer.status, body: parsed(answer.body) };
  }

  /** Downloads a file from an address of Meta; `token` is for addresses that require it. */
  download(url: string, token?: string): Promise<OutboundStreamResponse> {
    const headers = { 'user-agent': 'atende', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    return this.http.stream(url, { headers, timeoutMs: transferTimeoutMs, maxBytes: maxFileBytes });
  }

  private async call(
    token: string,
    path: string,
    request: { method: 'GET' | 'POST'; body?: string },
  ): Promise<GraphAnswer> {
    const answer = await this.http.request(this.url(path), {
      ...request,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      timeoutMs: requestTimeoutMs,
      maxBytes: maxResponseBytes,
    });
    return { status: answer.status, body: parsed(answer.body) };
  }

  private url(path: string): string {
    return `${this.config.get(graphApiUrl)}/${path}`;
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
