import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { encryptionContext } from '../../../../core/crypto/encrypted.js';
import { SecretCipher } from '../../../../core/crypto/secret-cipher.js';
import { OutboundError } from '../../../../core/http/outbound-error.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import type { Localized } from '../../../../core/i18n.js';
import type { WebhookPayload } from '../webhook-delivery.entity.js';
import { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { signedHeaders } from './signature.js';

/** Without a customer who waits for the answer. */
const usualSeconds = 10;
const excerptLength = 500;

export interface WebhookCall {
  readonly endpointId: number;
  /** `webhook-id`, the same at every attempt. */
  readonly eventId: string;
  readonly payload: WebhookPayload;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  /** How long the answer is awaited. */
  readonly seconds?: number | null;
}

export interface WebhookAttempt {
  /** Whether the response had a 2xx status. */
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  /** The beginning of the response, or why there was none, in English. */
  readonly excerpt: string;
  /** Why there was no response. */
  readonly failure: Localized | null;
  /** The request arrived, and no response came in time: the receiver may have processed it. */
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** The whole response; null when there was none or it had more than 1 MB. */
  readonly body: string | null;
}

/** Posts an event to an endpoint, signed according to Standard Webhooks; call it outside of any transaction. */
@Injectable()
export class WebhookCallerService {
  constructor(
    private readonly clock: Clock,
    private readonly cipher: SecretCipher,
    private readonly http: OutboundHttp,
  ) {}

  async post(companyId: number, call: WebhookCall): Promise<WebhookAttempt> {
    const { endpointId, eventId, payload, url, secret } = call;
    const timeoutMs = (call.seconds ?? usualSeconds) * 1000;
    const key = this.cipher.decrypt(secret, encryptionContext(WebhookEndpoint, { companyId, id: endpointId }));
    const body = JSON.stringify(payload);
    const seconds = Math.floor(this.clock.now().getTime() / 1000);
    const headers = { 'content-type': 'application/json', ...signedHeaders(key, eventId, seconds, body) };
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      const answer = await this.http.request(url, { method: 'POST', headers, body, timeoutMs, redirects: 0 });
      const { status } = answer;
      const text = answer.body.toString('utf8');
      return {
        delivered: isSuccess(status),
        responseStatus: status,
        excerpt: excerptOf(text),
        failure: null,
        timedOut: false,
        durationMs: took(),
        body: text,
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const status = error.phase === 'size' ? error.status : null;
      const delivered = status !== null && isSuccess(status);
      return {
        delivered,
        responseStatus: status,
        excerpt: excerptOf(error.message),
        failure: error.reason,
        timedOut: error.phase === 'timeout',
        durationMs: took(),
        body: null,
      };
    }
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** PostgreSQL does not store NUL. */
const excerptOf = (text: string): string => text.replaceAll('\u0000', '').slice(0, excerptLength);
