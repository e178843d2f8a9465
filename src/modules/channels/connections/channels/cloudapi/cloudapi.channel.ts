import { type Localized, t } from '../../../../../core/i18n.js';
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
  ProviderFailure,
  RemoteTemplatePage,
  SendOutcome,
} from '../channel.js';
import { ChannelDriver } from '../channel-driver.js';
import { encryptedFields } from '../graph/credential-fields.js';
import { GraphRefusal, refusalOfFailure, repeatable, type SendRefusal } from '../graph/errors.js';
import { GraphClient } from '../graph/graph-client.js';
import { GraphWebhooksService } from '../graph/graph-webhooks.service.js';
import { asNumber, asObject, asObjects, asText } from '../graph/json-readers.js';
import { PromiseCache } from '../graph/promise-cache.js';
import { checkNumber } from './check-number.js';
import { CloudApiWebhookController, webhookRoute } from './cloudapi-webhook.controller.js';
import { CloudApiWebhookService } from './cloudapi-webhook.service.js';
import {
  accountMissing,
  type CloudApiCredentials,
  credentialFields,
  credentialsMissing,
  credentialsOf,
} from './credentials.js';
import { failureOf, refusalOfAnswer, refusalOfMedia } from './errors.js';
import { messageBody, reactionBody, uploadMime } from './message-body.js';
import { parseTemplatePage } from './parse-template.js';

const templateFields = 'id,name,language,category,status,rejected_reason,quality_score,parameter_format,components';

// Error codes that Meta may return when it no longer has an uploaded file.
const expiredMediaCodes: ReadonlySet<string> = new Set(['100', '131009', '131053']);

const missing: SendRefusal = { ok: false, kind: 'auth', code: 'credentials_missing', text: credentialsMissing };

/** WhatsApp through Meta's Cloud API: sends through the Graph API, receives through its webhook. */
@ChannelDriver({
  name: 'cloudapi',
  label: t('Cloud API', 'Cloud API', 'Cloud API'),
  exportName: 'WhatsApp (Cloud API)',
  order: 20,
  // new credentials are verified only once a call with them has worked (ADR 9)
  initialStatus: 'OPENING',
  fields: credentialFields,
  encrypted: encryptedFields,
  columns: { facebookUserId: 'phoneNumberId', facebookPageUserId: 'businessAccountId' },
  generatedField: 'metaToken',
  checkedFields: ['facebookUserToken', 'facebookUserId'],
  webhookRoute,
  controllers: [CloudApiWebhookController],
  providers: [GraphClient, GraphWebhooksService, CloudApiWebhookService],
})
export class CloudApiChannel implements Channel {
  // Documented limits: 80 messages/s per number (1,000 after an upgrade by Meta); 1 in 6 s per recipient, burst of 45.
  readonly rates: ChannelRates = { perSecond: 80, recipient: { everyMs: 6_000, burst: 45 } };
  // The Graph API has no idempotency key: the same request twice sends two messages.
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

  private readonly uploads = new PromiseCache();

  constructor(private readonly graph: GraphClient) {}

  async check(connection: ChannelConnection): Promise<ConnectionCheck> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    return checkNumber(credentials.phoneNumberId, connection.credentials['businessAccountId'] ?? null, (path) =>
      this.graph.get(credentials.token, path),
    );
  }

  /** Sends the PIN of the number's two-step verification; a number without a PIN gets this one. */
  async register(connection: ChannelConnection, pin: string): Promise<ProviderFailure | null> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    const path = `${encodeURIComponent(credentials.phoneNumberId)}/register`;
    try {
      const { status, body } = await this.graph.post(credentials.token, path, { messaging_product: 'whatsapp', pin });
      return status === 200 ? null : refusalOfAnswer(status, body);
    } catch (error) {
      return refusalOfFailure(error, 'preparing');
    }
  }

  /**
   * Meta accepts each of both requests once, within 24 hours after the number was connected to the API. Contacts may
   * have come by an earlier request, so the answer is that of the history.
   */
  async requestHistory(connection: ChannelConnection): Promise<ProviderFailure | null> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    const path = `${encodeURIComponent(credentials.phoneNumberId)}/smb_app_data`;
    try {
      const request = (sync_type: string) =>
        this.graph.post(credentials.token, path, { messaging_product: 'whatsapp', sync_type });
      await request('smb_app_state_sync');
      const { status, body } = await request('history');
      return status === 200 ? null : refusalOfAnswer(status, body);
    } catch (error) {
      return refusalOfFailure(error, 'preparing');
    }
  }

  async send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome> {
    const credentials = credentialsOf(connection);
    if (!credentials) return missing;
    const files = message.type === 'chat' ? [] : [message.media ?? [], message.cardFiles ?? []].flat();
    const uploads = files.map((file) => {
      const mime = uploadMime(file, message.voice);
      return { file, mime, key: `${credentials.phoneNumberId}:${file.key}:${mime}` };
    });
    try {
      const ids: string[] = [];
      for (const { file, mime, key } of uploads)
        ids.push(await this.uploads.getOrLoad(key, () => this.upload(credentials, file, mime)));
      const [mediaId = null, cardFileIds] = message.media ? [ids[0], ids.slice(1)] : [null, ids];
      const outcome = await this.deliver(credentials, messageBody(message, mediaId, cardFileIds));
      if (!outcome.ok && expiredMediaCodes.has(outcome.code)) for (const { key } of uploads) this.uploads.delete(key);
      return outcome;
    } catch (error) {
      return refusalOfFailure(error, 'preparing');
    }
  }

  async fetchMedia(connection: ChannelConnection, ref: string): Promise<FetchedMedia> {
    const credentials = required(connection);
    const found = await this.graph.get(credentials.token, encodeURIComponent(ref));
    const details = asObject(found.body);
    const url = asText(details?.['url']);
    if (found.status !== 200 || url === null) throw new GraphRefusal(refusalOfMedia(found.status, found.body));
    const file = await this.graph.download(url, credentials.token);
    if (file.status !== 200) {
      file.stream.destroy();
      throw new GraphRefusal(refusalOfMedia(file.status, null));
    }
    const mime = asText(details?.['mime_type']) ?? asText(file.headers['content-type']) ?? 'application/octet-stream';
    return { stream: file.stream, mime, name: null, size: asNumber(details?.['file_size']) ?? file.size };
  }

  async markRead(connection: ChannelConnection, providerIds: readonly string[]): Promise<void> {
    const last = providerIds.at(-1);
    if (last !== undefined) await this.markReadWith(connection, last, {});
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
      const answer = await this.graph.post(credentials.token, `${credentials.phoneNumberId}/calls`, body);
      return answer.status === 200 ? { ok: true, providerId: callId } : refusalOfAnswer(answer.status, answer.body);
    } catch (error) {
      return refusalOfFailure(error, 'preparing');
    }
  }

  /** Is shown for 25 seconds or until the next message; Meta accepts it only together with a read receipt. */
  showTyping(connection: ChannelConnection, providerId: string): Promise<void> {
    return this.markReadWith(connection, providerId, { typing_indicator: { type: 'text' } });
  }

  missingForTemplates({ credentials }: ChannelConnection): Record<string, Localized> | null {
    return credentials['businessAccountId'] ? null : { facebookPageUserId: accountMissing };
  }

  async listTemplates(connection: ChannelConnection, after: string | null): Promise<RemoteTemplatePage> {
    const credentials = required(connection);
    const account = connection.credentials['businessAccountId'] ?? '';
    const query = new URLSearchParams({ fields: templateFields, limit: '100', ...(after === null ? {} : { after }) });
    const answer = await this.graph.get(credentials.token, `${encodeURIComponent(account)}/message_templates?${query}`);
    if (answer.status !== 200) throw new GraphRefusal(refusalOfAnswer(answer.status, answer.body));
    return parseTemplatePage(answer.body);
  }

  private async markReadWith(connection: ChannelConnection, providerId: string, more: object): Promise<void> {
    const credentials = required(connection);
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: providerId, ...more };
    const answer = await this.graph.post(credentials.token, `${credentials.phoneNumberId}/messages`, body);
    if (answer.status !== 200) throw new GraphRefusal(refusalOfAnswer(answer.status, answer.body));
  }

  private async deliver(credentials: CloudApiCredentials, body: Record<string, unknown>): Promise<SendOutcome> {
    try {
      const answer = await this.graph.post(credentials.token, `${credentials.phoneNumberId}/messages`, body);
      const providerId = asText(asObjects(asObject(answer.body)?.['messages'])[0]?.['id']);
      if (answer.status === 200 && providerId !== null) return { ok: true, providerId };
      return refusalOfAnswer(answer.status, answer.body);
    } catch (error) {
      return refusalOfFailure(error, 'sending');
    }
  }

  /** An upload does not reach the customer, so every failure may be retried. */
  private async upload(credentials: CloudApiCredentials, media: OutboundMedia, mime: string): Promise<string> {
    const { status, body } = await this.graph.upload(credentials.token, `${credentials.phoneNumberId}/media`, {
      field: 'file',
      fields: { messaging_product: 'whatsapp', type: mime },
      media,
      mime,
    });
    const id = asText(asObject(body)?.['id']);
    if (status === 200 && id !== null) return id;
    throw new GraphRefusal(repeatable(refusalOfAnswer(status, body)));
  }
}

function required(connection: ChannelConnection): CloudApiCredentials {
  const credentials = credentialsOf(connection);
  if (credentials) return credentials;
  throw new GraphRefusal(missing);
}
