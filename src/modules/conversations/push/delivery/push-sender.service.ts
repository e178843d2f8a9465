import { createECDH, hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { AppConfig } from '../../../../core/config/config.js';
import { OutboundHttp, type OutboundResponse } from '../../../../core/http/outbound-http.js';
import type { PushTarget } from './push.queries.js';

/** What the browser shows. Texts of messages are not sent to push services. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Path of the screen that a click opens. */
  readonly path: string;
  /** Uuid of the conversation: a later notice of it replaces the earlier one. */
  readonly uuid: string;
}

/** Push services drop a notice that could not be delivered within this time. */
const keptSeconds = 4 * 3600;

/** Encrypts notices (RFC 8291), signs them (VAPID, RFC 8292) and posts them to push services. */
@Injectable()
export class PushSenderService {
  /** VAPID public key, with which browsers check who may send to them; base64url. */
  readonly publicKey: string;
  private readonly privateKey: string;
  private readonly subject: string;

  constructor(
    config: AppConfig,
    private readonly http: OutboundHttp,
  ) {
    const key = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'atende vapid key', 32));
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(key);
    this.publicKey = ecdh.getPublicKey('base64url');
    this.privateKey = key.toString('base64url');
    this.subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@localhost';
  }

  /** @throws OutboundError when there is no response */
  send({ endpoint, p256dh, auth }: PushTarget, notice: PushNotice): Promise<OutboundResponse> {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notice),
      {
        vapidDetails: { subject: this.subject, publicKey: this.publicKey, privateKey: this.privateKey },
        TTL: keptSeconds,
        urgency: 'high',
        topic: notice.uuid.replaceAll('-', ''),
      },
    );
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return this.http.request(endpoint, { method: 'POST', headers: texts, body: body ?? '', redirects: 0 });
  }
}
