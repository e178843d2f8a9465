import type { Readable } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher } from 'undici';
import { AppConfig } from '../config/config.js';
import { t } from '../i18n.js';
import { assertPublicHost, guardedLookup } from './address-guard.js';
import { OutboundCall } from './outbound-call.js';
import { OutboundError } from './outbound-error.js';

export interface OutboundOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
  /** Milliseconds for the whole exchange, or of a stream until its headers; 15 000 by default. */
  readonly timeoutMs?: number;
  /** How many redirects are followed at most; 3 by default. */
  readonly redirects?: number;
  /** The largest response in bytes; 1 MB by default, 64 MB for a stream. */
  readonly maxBytes?: number;
}

/** A response of any status. */
export interface OutboundResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** @throws OutboundError `sent` when the body is not JSON. */
  json<T>(): T;
}

export interface OutboundStreamResponse {
  /** The final URL, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The Content-Length, if the response has one. */
  readonly size: number | null;
  readonly stream: Readable;
}

const connectMs = 5_000;
const totalMs = 15_000;
const idleMs = 15_000;
const megabyte = 1024 * 1024;
const maxRedirects = 3;

/** Headers that are also sent to another origin; any other header may be a credential. */
const safeAcrossOrigins = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-length',
  'content-type',
  'user-agent',
]);

/**
 * Sends requests over http and https to public addresses only, which is checked again at every redirect, with limits on
 * time and size. Any status is a response; an `OutboundError` tells whether a failed request may have arrived.
 *
 * @example `const answer = await http.request(url, { method: 'POST', headers, body: JSON.stringify(event) });`
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly guarded = agent({ lookup: guardedLookup() });
  private readonly open = agent({});
  private readonly allowed: ReadonlySet<string>;

  constructor(config: AppConfig) {
    this.allowed = new Set(config.outboundAllow);
  }

  async request(url: string, options: OutboundOptions = {}): Promise<OutboundResponse> {
    const call = new OutboundCall(options.timeoutMs ?? totalMs);
    let answered: number | null = null;
    try {
      const { status, headers, body } = await this.follow(call, url, options);
      answered = status;
      const chunks: Buffer[] = [];
      for await (const chunk of call.chunks(body, headers['content-length'], options.maxBytes ?? megabyte))
        chunks.push(chunk);
      return answer(status, headers, Buffer.concat(chunks));
    } catch (error) {
      throw Object.assign(call.toOutboundError(error), { status: answered });
    } finally {
      call.clearDeadline();
    }
  }

  /** For media: the timeout covers only the headers; then 15 idle seconds end the stream. Destroy it when done. */
  async stream(url: string, options: OutboundOptions = {}): Promise<OutboundStreamResponse> {
    const call = new OutboundCall(options.timeoutMs ?? totalMs);
    try {
      const { url: from, status, headers, body } = await this.follow(call, url, options);
      const length = headers['content-length'];
      const stream = call.limitBody(body, length, options.maxBytes ?? 64 * megabyte);
      return { url: from, status, headers, size: length === undefined ? null : Number(length), stream };
    } catch (error) {
      throw call.toOutboundError(error);
    } finally {
      call.clearDeadline();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }

  private async follow(call: OutboundCall, url: string, options: OutboundOptions): Promise<Hop> {
    let target = parse(url);
    let { method = 'GET', body } = options;
    const { redirects: limit = maxRedirects } = options;
    let headers = lowerCased({ 'user-agent': 'Atende/1', 'accept-encoding': 'identity', ...options.headers });
    for (let redirects = 0; ; redirects += 1) {
      const hop = await this.send(call, target, { method, headers, body: body ?? null });
      const location = hop.headers.location;
      if (hop.status < 300 || hop.status > 308 || hop.status === 304 || location === undefined) return hop;
      hop.body.on('error', () => undefined).destroy();
      if (redirects === limit)
        throw new OutboundError(
          'refused',
          t(`Mais de ${limit} redirecionamentos`, `More than ${limit} redirects`, `Más de ${limit} redirecciones`),
        );
      const next = parse(location, target);
      if (hop.status === 303 || (hop.status < 303 && method === 'POST')) {
        method = method === 'HEAD' ? 'HEAD' : 'GET';
        body = undefined;
        headers = without(headers, (name) => name.startsWith('content-'));
      }
      if (body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)) {
        throw new OutboundError('refused', 'A streamed request cannot be sent again to where it was redirected');
      }
      if (next.origin !== target.origin) headers = without(headers, (name) => !safeAcrossOrigins.has(name));
      target = next;
    }
  }

  private async send(
    call: OutboundCall,
    target: URL,
    request: Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>,
  ): Promise<Hop> {
    const answered = await this.agentFor(target)
      .compose(call.track)
      .request({
        ...request,
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        signal: call.signal,
        headersTimeout: 0,
        bodyTimeout: idleMs,
      });
    return { url: target.href, status: answered.statusCode, headers: flat(answered.headers), body: answered.body };
  }

  private agentFor({ hostname, port, protocol }: URL): Agent {
    const effective = port || (protocol === 'https:' ? '443' : '80');
    if (this.allowed.has(hostname) || this.allowed.has(`${hostname}:${effective}`)) return this.open;
    assertPublicHost(hostname);
    return this.guarded;
  }
}

interface Hop {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Readable;
}

/** Uses HTTP/1.1 only, because then it is certain whether a request was sent. */
function agent(connect: { lookup?: ReturnType<typeof guardedLookup> }): Agent {
  return new Agent({ connect: { ...connect, timeout: connectMs }, connections: 64, allowH2: false });
}

function parse(url: string, base?: URL): URL {
  if (!URL.canParse(url, base))
    throw new OutboundError('refused', t('Não é um endereço (URL)', 'Not a URL', 'No es una dirección (URL)'));
  const parsed = new URL(url, base);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new OutboundError(
      'refused',
      t(
        `Só endereços http e https, não ${parsed.protocol}`,
        `No ${parsed.protocol} addresses, only http and https`,
        `Solo direcciones http y https, no ${parsed.protocol}`,
      ),
    );
  if (parsed.username || parsed.password)
    throw new OutboundError(
      'refused',
      t(
        'O endereço não pode conter usuário ou senha',
        'No user or password in an address',
        'La dirección no puede contener usuario o contraseña',
      ),
    );
  return parsed;
}

function answer(status: number, headers: Record<string, string>, body: Buffer): OutboundResponse {
  return {
    status,
    headers,
    body,
    json<T>(): T {
      try {
        return JSON.parse(body.toString('utf8')) as T;
      } catch (error) {
        throw new OutboundError(
          'sent',
          t('A resposta não é JSON', 'The answer is not JSON', 'La respuesta no es JSON'),
          error,
        );
      }
    },
  };
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function without(headers: Record<string, string>, drop: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !drop(name)));
}
