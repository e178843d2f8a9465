import { AppConfig } from '../../../../core/config/config.js';
import { multipart } from '../../../../core/http/multipart.js';
import { OutboundHttp } from '../../../../core/http/outbound-http.js';
import { type Localized, t } from '../../../../core/i18n.js';
import type {
  Channel,
  ChannelCapabilities,
  ChannelConnection,
  ChannelRates,
  ConnectionCheck,
  FetchedMedia,
  OutboundMedia,
  OutboundMessage,
  OutboundReaction,
  RemoteTemplatePage,
  SendOutcome,
} from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';
import { checkNumber } from './check-number.js';
import { graphApiUrl } from './cloudapi.variables.js';
import { CloudApiWebhookController, webhookRoute } from './cloudapi-webhook.controller.js';
import { CloudApiWebhookService } from './cloudapi-webhook.service.js';
import {
  accountMissing,
  type CloudApiCredentials,
  credentialFields,
  credentialsMissing,
  credentialsOf,
} from './credentials.js';
import { failureOf, refusalOfAnswer, refusalOfFailure, refusalOfMedia, type SendRefusal } from './errors.js';
import { asNumber, asObject, asObjects, asText } from './json-readers.js';
import { messageBody, reactionBody, uploadMime } from './message-body.js';
import { parseTemplatePage } from './parse-template.js';
import { UploadedMediaCache } from './uploaded-media-cache.js';

const requestTimeoutMs = 30_000;
const transferTimeoutMs = 120_000;
const maxResponseBytes = 1024 * 1024;
const maxFileBytes = 110 * 1024 * 1024; // documents go up to 100 MB

const templateFields = 'id,name,language,category,status,rejected_reason,parameter_format,components';

// Codes that Meta may answer when it no longer has an uploaded file.
const expiredMediaCodes: ReadonlySet<string> = new Set(['100', '131009', '131053']);

const missing: SendRefusal = { ok: false, kind: 'auth', code: 'credentials_missing', text: credentialsMissing };

/** The Graph API refused the request or could not be reached. */
export class GraphRefusal extends Error {
  constructor(readonly refusal: SendRefusal) {
    super(`${refusal.code}: ${refusal.text.en}`);
    this.name = 'GraphRefusal';
  }
}

/** WhatsApp through Meta's Cloud API: sends through the Graph API, receives through its webhook. */
@ChannelDriver({
  name: 'cloudapi',
  label: t('Cloud API', 'Cloud API', 'Cloud API'),
  exportName: 'WhatsApp (Cloud API)',
  order: 20,
  // new credentials are not verified until a call with them has worked (ADR 9)
  initialStatus: 'OPENING',
  fields: credentialFields,
  encrypted: { facebookUserToken: 'token', appSecret: 'appSecret', metaToken: 'metaToken' },
  columns: { facebookUserId: 'phoneNumberId', facebookPageUserId: 'businessAccountId' },
  generatedField: 'metaToken',
  checkedFields: ['facebookUserToken', 'facebookUserId'],
  webhookRoute,
  controllers: [CloudApiWebhookController],
  providers: [CloudApiWebhookService],
})
export class CloudApiChannel implements Channel {
  // Documented: 80 messages a second and number (1 000 once Meta upgrades it); to one recipient 1 in 6 s, up to 45 of them ahead.
  readonly rates: ChannelRates = { perSecond: 80, recipient: { everyMs: 6_000, burst: 45 } };
  // The Graph API has no idempotency key: the same request twice is two messages.
  readonly idempotent = false;
  readonly capabilities: ChannelCapabilities = {
    edit: false,
    delete: false,
    react: true,
    templates: true,
    buttons: true,
    typing: true,
    media: ['image', 'audio', 'video', 'application', 'sticker'],
  };
  readonly windowMs = 24 * 60 * 60 * 1000;
  // the only format that WhatsApp shows as a voice message
  readonly voiceMime = 'audio/ogg';
  readonly failureOf = failureOf;

  private readonly uploads = new UploadedMediaCache();

  constructor(
    private readonly http: OutboundHttp,
    private readonly config: AppConfig,
  ) {}

  async check(connection: ChannelConnection): Promise<ConnectionCheck> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    return checkNumber(credentials.phoneNumberId, connection.credentials['businessAccountId'] ?? null, (path) =>
      this.call(credentials, 'GET', path),
    );
  }

  async send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    const media = message.type === 'chat' ? null : message.media;
    const key = media && `${credentials.phoneNumberId}:${media.key}:${uploadMime(message)}`;
    try {
      const mediaId =
        media && key
          ? await this.uploads.getOrUpload(key, () => this.upload(credentials, media, uploadMime(message)))
          : null;
      const outcome = await this.deliver(credentials, messageBody(message, mediaId));
      if (key && !outcome.ok && expiredMediaCodes.has(outcome.code)) this.uploads.delete(key);
      return outcome;
    } catch (error) {
      return error instanceof GraphRefusal ? error.refusal : refusalOfFailure(error, 'preparing');
    }
  }

  async fetchMedia(connection: ChannelConnection, ref: string): Promise<FetchedMedia> {
    const credentials = required(connection);
    const found = await this.call(credentials, 'GET', encodeURIComponent(ref));
    const details = asObject(found.body);
    const url = asText(details?.['url']);
    if (found.status !== 200 || url === null) throw new GraphRefusal(refusalOfMedia(found.status, found.body));
    const headers = { authorization: `Bearer ${credentials.token}`, 'user-agent': 'atende' };
    const file = await this.http.stream(url, { headers, timeoutMs: transferTimeoutMs, maxBytes: maxFileBytes });
    if (file.status !== 200) {
      file.stream.destroy();
      throw new GraphRefusal(refusalOfMedia(file.status, null));
    }
    const mime = asText(details?.['mime_type']) ?? asText(file.headers['content-type']) ?? 'application/octet-stream';
    return { stream: file.stream, mime, name: null, size: asNumber(details?.['file_size']) ?? file.size };
  }

  async markRead(connection: ChannelConnection, providerId: string, more: object = {}): Promise<void> {
    const credentials = required(connection);
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: providerId, ...more };
    const answer = await this.call(credentials, 'POST', `${credentials.phoneNumberId}/messages`, body);
    if (answer.status !== 200) throw new GraphRefusal(refusalOfAnswer(answer.status, answer.body));
  }

  async react(connection: ChannelConnection, reaction: OutboundReaction): Promise<SendOutcome> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    return this.deliver(credentials, reactionBody(reaction));
  }

  async rejectCall(connection: ChannelConnection, callId: string): Promise<SendOutcome> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    const body = { messaging_product: 'whatsapp', call_id: callId, action: 'reject' };
    try {
      const answer = await this.call(credentials, 'POST', `${credentials.phoneNumberId}/calls`, body);
      return answer.status === 200 ? { ok: true, providerId: callId } : refusalOfAnswer(answer.status, answer.body);
    } catch (error) {
      return refusalOfFailure(error, 'preparing');
    }
  }

  /** Shown for 25 seconds or until a message is sent; Meta accepts it only together with a read receipt. */
  showTyping(connection: ChannelConnection, providerId: string): Promise<void> {
    return this.markRead(connection, providerId, { typing_indicator: { type: 'text' } });
  }

  missingForTemplates({ credentials }: ChannelConnection): Record<string, Localized> | null {
    return credentials['businessAccountId'] ? null : { facebookPageUserId: accountMissing };
  }

  async listTemplates(connection: ChannelConnection, after: string | null): Promise<RemoteTemplatePage> {
    const credentials = required(connection);
    const account = connection.credentials['businessAccountId'] ?? '';
    const query = new URLSearchParams({ fields: templateFields, limit: '100', ...(after === null ? {} : { after }) });
    const answer = await this.call(credentials, 'GET', `${encodeURIComponent(account)}/message_templates?${query}`);
    if (answer.status !== 200) throw new GraphRefusal(refusalOfAnswer(answer.status, answer.body));
    return parseTemplatePage(answer.body);
  }

  private async deliver(credentials: CloudApiCredentials, body: Record<string, unknown>): Promise<SendOutcome> {
    try {
      const answer = await this.call(credentials, 'POST', `${credentials.phoneNumberId}/messages`, body);
      const providerId = asText(asObjects(asObject(answer.body)?.['messages'])[0]?.['id']);
      if (answer.status === 200 && providerId !== null) return { ok: true, providerId };
      return refusalOfAnswer(answer.status, answer.body);
    } catch (error) {
      return refusalOfFailure(error, 'sending');
    }
  }

  /** An upload does not reach the customer, so that every failure may be retried. */
  private async upload(credentials: CloudApiCredentials, media: OutboundMedia, mime: string): Promise<string> {
    const stream = await media.open();
    const form = multipart(
      { messaging_product: 'whatsapp', type: mime },
      { field: 'file', name: media.name, mime, size: media.size, stream },
    );
    const answer = await this.http
      .request(this.url(`${credentials.phoneNumberId}/media`), {
        method: 'POST',
        headers: { ...form.headers, authorization: `Bearer ${credentials.token}` },
        body: form.body,
        timeoutMs: transferTimeoutMs,
        maxBytes: maxResponseBytes,
      })
      // A request that failed early has not read the file, and would leave it open.
      .finally(() => stream.destroy());
    const body = parsed(answer.body);
    const id = asText(asObject(body)?.['id']);
    if (answer.status === 200 && id !== null) return id;
    const refusal = refusalOfAnswer(answer.status, body);
    throw new GraphRefusal(refusal.kind === 'uncertain' ? { ...refusal, kind: 'retry' } : refusal);
  }

  private async call(
    credentials: CloudApiCredentials,
    method: 'GET' | 'POST',
    path: string,
    body?: Record<string, unknown>,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await this.http.request(this.url(path), {
      method,
      headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: requestTimeoutMs,
      maxBytes: maxResponseBytes,
    });
    return { status: answer.status, body: parsed(answer.body) };
  }

  private url(path: string): string {
    return `${this.config.get(graphApiUrl) ?? 'https://graph.facebook.com/v24.0'}/${path}`;
  }
}

function required(connection: ChannelConnection): CloudApiCredentials {
  const credentials = credentialsOf(connection);
  if (credentials) return credentials;
  throw new GraphRefusal(missing);
}

/** The JSON of a response; null when a proxy answered something else. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
