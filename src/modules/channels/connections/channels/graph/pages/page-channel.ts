import { t } from '../../../../../../core/i18n.js';
import type {
  Channel,
  ChannelCapabilities,
  ChannelConnection,
  ChannelRates,
  ConnectionCheck,
  CustomerProfile,
  FetchedMedia,
  OutboundMedia,
  OutboundMessage,
  OutboundReaction,
  SendOutcome,
} from '../../channel.js';
import { foreignAddress } from '../../foreign-address.js';
import { GraphRefusal, refusalOfFailure, repeatable, type SendRefusal } from '../errors.js';
import type { GraphClient } from '../graph-client.js';
import { asObject, asText } from '../json-readers.js';
import { PromiseCache } from '../promise-cache.js';
import {
  accountNotVisible,
  failureOf,
  permissionMissing,
  refusalOfAnswer,
  refusalOfMedia,
  windowClosed,
} from './error-table.js';
import { attachmentTypes, messageParts } from './message-body.js';
import { accountsOf, checkAccount, tokenOf } from './page-accounts.js';
import { metadataOf, type PageProduct, scopedIdOf } from './parse.js';

/** Hours in which the customer may be answered without and with the tag HUMAN_AGENT. */
export const replyHours = { standard: 24, humanAgent: 24 * 7 };

const hourMs = 60 * 60 * 1000;

/** Error codes that Meta may return when it no longer has an uploaded file. */
const fileCodes: ReadonlySet<string> = new Set(['100']);

const partlySent = (part: SendRefusal): SendRefusal => ({
  ok: false,
  kind: 'permanent',
  code: part.code,
  text: t(
    `Só o início da mensagem foi enviado. ${part.text.pt}`,
    `Only the beginning of the message was sent. ${part.text.en}`,
    `Solo se envió el comienzo del mensaje. ${part.text.es}`,
  ),
});

/** The page that sends, and its token. */
interface Sender {
  readonly pageId: string;
  readonly token: string;
}

/** The Messenger Platform, by which pages and the Instagram accounts linked to them exchange messages with people. */
export abstract class PageChannel implements Channel {
  // Documented limits: 300 messages a second of a page, 100 of an Instagram account; 10 with audio or video.
  abstract readonly rates: ChannelRates;
  /** Longest text in bytes. */
  protected abstract readonly maxText: number;
  readonly echoesWithoutId?: true;
  /** Fields of a person's profile that the product provides. */
  protected abstract readonly profileFields: string;
  // The Send API has no idempotency key: the same request twice sends two messages.
  readonly idempotent = false;
  readonly showsMarks = true;
  readonly capabilities: ChannelCapabilities = {
    edit: false,
    delete: false,
    react: true,
    templates: false,
    buttons: true,
    typing: true,
    media: ['image', 'audio', 'video', 'application'],
  };
  readonly windowMs = replyHours.standard * hourMs;
  readonly maxWindowMs = replyHours.humanAgent * hourMs;
  readonly failureOf = failureOf;

  private readonly uploads = new PromiseCache();
  private readonly senders = new PromiseCache();

  constructor(
    private readonly graph: GraphClient,
    protected readonly product: PageProduct,
  ) {}

  check(connection: ChannelConnection): Promise<ConnectionCheck> {
    return checkAccount(this.graph, this.product, connection);
  }

  async send(connection: ChannelConnection, message: OutboundMessage): Promise<SendOutcome> {
    try {
      const sender = await this.senderOf(connection);
      const recipient = this.recipient(message.to);
      const { media } = message;
      const key = media && `${sender.pageId}:${media.key}`;
      const attachment =
        media && key ? await this.uploads.getOrLoad(key, () => this.upload(sender, message, media)) : null;
      const [first, ...others] = messageParts(message, attachment, this.maxText);
      const deliver = (part: object | undefined, messageId: number): Promise<SendOutcome> => {
        const content = { ...part, ...(this.echoesWithoutId ? {} : { metadata: metadataOf(messageId) }) };
        return this.deliver(sender, connection, message, { recipient, message: content });
      };
      const outcome = await deliver(first, message.messageId);
      if (key && !outcome.ok && fileCodes.has(outcome.code)) this.uploads.delete(key);
      if (!outcome.ok) return await this.refused(connection, outcome);
      for (const part of others) {
        const next = await deliver(part, 0);
        if (!next.ok) return partlySent(next);
      }
      return outcome;
    } catch (error) {
      return await this.refused(connection, refusalOfFailure(error, 'preparing'));
    }
  }

  /** Downloads from the address in the webhook, which contains its own signature and expires. */
  async fetchMedia(_connection: ChannelConnection, ref: string): Promise<FetchedMedia> {
    const { status, stream, headers, size } = await this.graph.download(ref);
    if (status !== 200) {
      stream.destroy();
      throw new GraphRefusal(refusalOfMedia(status, null));
    }
    return { stream, mime: asText(headers['content-type']) ?? 'application/octet-stream', name: null, size };
  }

  async profile(connection: ChannelConnection, address: string): Promise<CustomerProfile | null> {
    const { token } = await this.senderOf(connection);
    const { id } = this.recipient(address);
    const { status, body } = await this.graph.get(token, `${encodeURIComponent(id)}?fields=${this.profileFields}`);
    const profile = asObject(body);
    if (status !== 200 || !profile) {
      const refusal = repeatable(refusalOfAnswer(status, body));
      // people may refuse access to their profile
      if (refusal.kind === 'permanent' || refusal.kind === 'auth') return null;
      throw new GraphRefusal(refusal);
    }
    return { name: asText(profile['name']) ?? asText(profile['username']), pictureRef: asText(profile['profile_pic']) };
  }

  markRead(connection: ChannelConnection, _providerIds: readonly string[], to: string): Promise<void> {
    return this.act(connection, to, { sender_action: 'mark_seen' });
  }

  showTyping(connection: ChannelConnection, _providerId: string, to: string): Promise<void> {
    return this.act(connection, to, { sender_action: 'typing_on' });
  }

  async react(connection: ChannelConnection, reaction: OutboundReaction): Promise<SendOutcome> {
    const { to, targetProviderId, emoji } = reaction;
    // the second and later files of a message have no id at Meta
    const target = { message_id: targetProviderId.replace(/#\d+$/, '') };
    const action =
      emoji === null
        ? { sender_action: 'unreact', payload: target }
        : { sender_action: 'react', payload: { ...target, reaction: this.reactionName(emoji) } };
    try {
      await this.act(connection, to, action);
      return { ok: true, providerId: targetProviderId };
    } catch (error) {
      return refusalOfFailure(error, 'preparing');
    }
  }

  protected reactionName(emoji: string): string {
    return emoji;
  }

  /** Fields that an upload has in addition to the file. */
  protected uploadFields(): Readonly<Record<string, string>> {
    return {};
  }

  private async act(connection: ChannelConnection, to: string, action: object): Promise<void> {
    const { pageId, token } = await this.senderOf(connection);
    const answer = await this.graph.post(token, `${pageId}/messages`, { recipient: this.recipient(to), ...action });
    if (answer.status !== 200) throw new GraphRefusal(refusalOfAnswer(answer.status, answer.body));
  }

  /** A user's message outside of the standard window is sent with the tag, if the connection allows it. */
  private async deliver(
    sender: Sender,
    connection: ChannelConnection,
    { byPerson, quotedProviderId }: OutboundMessage,
    body: object,
  ): Promise<SendOutcome> {
    const reply = quotedProviderId ? { reply_to: { mid: quotedProviderId.replace(/#\d+$/, '') } } : {};
    const outcome = await this.post(sender, { ...body, ...reply, messaging_type: 'RESPONSE' });
    const mayTag = byPerson && Number(connection.credentials['replyHours']) > replyHours.standard;
    if (outcome.ok || outcome.text !== windowClosed.text || !mayTag) return outcome;
    const tagged = await this.post(sender, { ...body, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    // Meta has not approved the tag, so the error of the closed window applies
    return !tagged.ok && tagged.kind === 'auth' ? outcome : tagged;
  }

  private async post({ pageId, token }: Sender, body: object): Promise<SendOutcome> {
    try {
      const answer = await this.graph.post(token, `${pageId}/messages`, body);
      const providerId = asText(asObject(answer.body)?.['message_id']);
      if (answer.status === 200 && providerId !== null) return { ok: true, providerId };
      return refusalOfAnswer(answer.status, answer.body);
    } catch (error) {
      return refusalOfFailure(error, 'sending');
    }
  }

  /** An upload does not reach the customer, so every failure may be retried. */
  private async upload({ pageId, token }: Sender, { type }: OutboundMessage, media: OutboundMedia): Promise<string> {
    const kind = type === 'chat' || type === 'template' || type === 'interactive' ? 'application' : type;
    const attachment = { type: attachmentTypes[kind], payload: { is_reusable: true } };
    const { status, body } = await this.graph.upload(token, `${pageId}/message_attachments`, {
      field: 'filedata',
      fields: { message: JSON.stringify({ attachment }), ...this.uploadFields() },
      media,
      mime: media.mime.toLowerCase().replace(/[\r\n]/g, ''),
    });
    const id = asText(asObject(body)?.['attachment_id']);
    if (status === 200 && id !== null) return id;
    throw new GraphRefusal(repeatable(refusalOfAnswer(status, body)));
  }

  private recipient(to: string): { id: string } {
    const id = scopedIdOf(this.product, to);
    if (id === null) throw new GraphRefusal(foreignAddress);
    return { id };
  }

  /** The connection may have a user's token, so the token of the page is looked up. @throws GraphRefusal */
  private async senderOf(connection: ChannelConnection): Promise<Sender> {
    const found = await this.senders.getOrLoad(senderKey(connection), async () => {
      const accounts = await accountsOf(this.graph, this.product, tokenOf(connection));
      const account = accounts.find(({ id }) => id === connection.credentials['accountId']);
      if (account) return `${account.pageId} ${account.token}`;
      throw new GraphRefusal({ ok: false, kind: 'auth', code: '100', text: accountNotVisible.text });
    });
    const [pageId = '', token = ''] = found.split(' ');
    return { pageId, token };
  }

  /** After a refused token the page's token is read again. A missing permission may concern this person only. */
  private async refused(connection: ChannelConnection, refusal: SendRefusal): Promise<SendRefusal> {
    if (refusal.kind !== 'auth') return refusal;
    this.senders.delete(senderKey(connection));
    if (refusal.text !== permissionMissing.text) return refusal;
    const check = await this.check(connection);
    return !check.ok && check.kind === 'auth' ? refusal : { ...refusal, kind: 'permanent' };
  }
}

const senderKey = ({ credentials }: ChannelConnection): string => `${credentials['accountId']} ${credentials['token']}`;
