import type { InboundEvent, InboundMessage } from '../../channel.js';
import type { GraphEntry } from '../graph-webhooks.service.js';
import { asIdentifier, asMoment, asObject, asObjects, asText, type Json } from '../json-readers.js';
import { contentsOf, postbackOf, referralData } from './parse-content.js';

/** A product of the Messenger Platform: its channel here, and the object type of its webhooks. */
export interface PageProduct {
  readonly channel: 'facebook' | 'instagram';
  readonly object: 'page' | 'instagram';
}

export interface ParsedPageWebhook {
  entries: GraphEntry[];
  /** Number of malformed and irrelevant parts. */
  ignored: number;
}

/** The address of a customer, whose id is no phone number and is valid for one page or account only. */
export const addressOf = ({ channel }: Pick<PageProduct, 'channel'>, id: string): string => `${channel}:${id}`;

/** The provider's id in an address; null when the address belongs to another channel. */
export const scopedIdOf = ({ channel }: Pick<PageProduct, 'channel'>, address: string): string | null =>
  address.startsWith(`${channel}:`) ? address.slice(channel.length + 1) : null;

const ours = /^atende-(\d{1,15})$/;
/** Data that the echo of a message returns; 0 marks a further part of a message, which has the id of its first part. */
export const metadataOf = (messageId: number): string => `atende-${messageId}`;

/** Ids of Instagram messages have about 170 characters; the id of a further file gets a suffix. */
const maxMid = 190;
const maxEditNumber = 10;

/** Reads every entry and event of a webhook; never throws. */
export function parsePageWebhook(body: unknown, product: PageProduct): ParsedPageWebhook {
  const root = asObject(body);
  if (root?.['object'] !== product.object || !Array.isArray(root['entry'])) return { entries: [], ignored: 1 };
  const entries: GraphEntry[] = [];
  let ignored = 0;
  for (const entry of asObjects(root['entry'])) {
    const accountId = asIdentifier(entry?.['id'], 50);
    const parts = [
      ...asObjects(entry?.['messaging']).map((event) => ({ event, standby: false })),
      ...asObjects(entry?.['standby']).map((event) => ({ event, standby: true })),
    ];
    if (accountId === null || parts.length === 0) {
      ignored += 1;
      continue;
    }
    const read = parts.map(({ event, standby }) => event && readEvent(event, { product, accountId, standby }));
    ignored += read.filter((events) => events === null).length;
    const events = read.flatMap((found) => found ?? []);
    if (events.length > 0) entries.push({ accountId, events, errors: [] });
  }
  return { entries, ignored };
}

interface Envelope {
  readonly product: PageProduct;
  readonly accountId: string;
  readonly standby: boolean;
}

/** Customer, direction and time of an event. */
interface Exchange {
  /** The customer's address, also for a message that the account sent. */
  readonly from: string;
  readonly fromMe: boolean;
  readonly timestamp: number;
}

type Reader = (part: Json, exchange: Exchange, event: Json) => InboundEvent[] | null;

/** Events that change nothing here: while another program has thread control, messages arrive as `standby`. */
const understood = ['pass_thread_control', 'take_thread_control', 'request_thread_control', 'app_roles'];

/** null: the event is malformed or irrelevant; an empty list: it changes nothing here. */
function readEvent(event: Json, { product, accountId, standby }: Envelope): InboundEvent[] | null {
  const sender = asIdentifier(asObject(event['sender'])?.['id']);
  const recipient = asIdentifier(asObject(event['recipient'])?.['id']);
  const timestamp = asMoment(event['timestamp']);
  if (sender === null || recipient === null || timestamp === null) return null;
  const fromMe = sender === accountId;
  const exchange = { from: addressOf(product, fromMe ? recipient : sender), fromMe, timestamp };
  for (const [name, read] of Object.entries(readers)) {
    const part = asObject(event[name]);
    if (!part) continue;
    const events = read(part, exchange, event);
    return standby ? (events?.map(asStandby) ?? null) : events;
  }
  return understood.some((name) => event[name] !== undefined) ? [] : null;
}

const asStandby = (event: InboundEvent): InboundEvent =>
  event.kind === 'message' ? { ...event, standby: true } : event;

const readers: Readonly<Record<string, Reader>> = {
  message: (message, exchange) => {
    const mid = asIdentifier(message['mid'], maxMid);
    if (mid === null) return null;
    const { from, timestamp } = exchange;
    if (message['is_deleted'] === true) return [changeOf(mid, exchange, { key: 'deleted', body: null })];
    const own = ours.exec(asText(message['metadata']) ?? '')?.[1];
    if (exchange.fromMe && own !== undefined) {
      const messageId = Number(own);
      const status = { status: 'sent', eventId: `${mid}:sent`, providerId: mid, recipient: from, error: null } as const;
      return messageId === 0 ? [] : [{ kind: 'status', ...status, messageId, timestamp }];
    }
    return messagesOf(message, mid, exchange);
  },
  postback: (postback, exchange) => {
    const content = postbackOf(postback);
    const mid = asIdentifier(postback['mid'], maxMid) ?? `postback:${exchange.from}:${exchange.timestamp}`;
    return content && [messageOf(mid, exchange, content)];
  },
  // the customer followed a link or an advertisement and has not written anything
  referral: (referral, exchange) => {
    const data = referralData(referral);
    const { ad } = data;
    if (!ad) return [];
    const body = ['Veio de um anúncio', ad.headline].filter((part) => part !== null).join(': ');
    const content = { type: 'chat', body, media: null, data } as const;
    return [{ ...messageOf(`referral:${exchange.from}:${exchange.timestamp}`, exchange, content), notice: true }];
  },
  message_edit: (edit, exchange) => {
    const mid = asIdentifier(edit['mid'], maxMid);
    const body = asText(edit['text']);
    if (mid === null || body === null) return null;
    return [
      changeOf(mid, exchange, {
        key: `edit:${asIdentifier(edit['num_edit'], maxEditNumber) ?? exchange.timestamp}`,
        body,
      }),
    ];
  },
  reaction: (reaction, { from, fromMe, timestamp }) => {
    const mid = asIdentifier(reaction['mid'], maxMid);
    // our own reaction on another device: it is not known which user reacted, so it is not shown
    if (mid === null || fromMe) return null;
    const emoji = reaction['action'] === 'unreact' ? null : (asText(reaction['emoji']) ?? named(reaction['reaction']));
    const eventId = `${mid}:${emoji === null ? 'unreact' : 'react'}:${timestamp}`;
    return [{ kind: 'reaction', eventId, from, name: null, timestamp, targetProviderId: mid, emoji }];
  },
  read: (read, { from, timestamp }) => {
    const mid = asIdentifier(read['mid'], maxMid);
    const until = asMoment(read['watermark']) ?? (mid === null ? null : timestamp);
    if (until === null) return null;
    const watermark: InboundEvent = { ...watermarkOf(from, 'read', until), timestamp };
    return mid === null ? [watermark] : [statusOf(mid, 'read', { from, timestamp }), watermark];
  },
  delivery: (delivery, { from, timestamp }) => {
    const mids = (Array.isArray(delivery['mids']) ? delivery['mids'] : []).map((mid) => asIdentifier(mid, maxMid));
    const known = mids.filter((mid) => mid !== null);
    if (known.length > 0) return known.map((mid) => statusOf(mid, 'delivered', { from, timestamp }));
    const until = asMoment(delivery['watermark']);
    return until === null ? null : [{ ...watermarkOf(from, 'delivered', until), timestamp }];
  },
};

const reactionNames: Readonly<Record<string, string>> = {
  love: '❤️',
  like: '👍',
  dislike: '👎',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
};
const named = (reaction: unknown): string => reactionNames[asText(reaction) ?? ''] ?? '❤️';

const watermarkOf = (from: string, status: 'delivered' | 'read', until: number) =>
  ({ kind: 'watermark', eventId: `${status}:${from}:${until}`, from, status, until }) as const;

const statusOf = (
  mid: string,
  status: 'delivered' | 'read',
  { from, timestamp }: Pick<Exchange, 'from' | 'timestamp'>,
): InboundEvent => ({
  kind: 'status',
  eventId: `${mid}:${status}`,
  providerId: mid,
  messageId: null,
  recipient: from,
  status,
  timestamp,
  error: null,
});

const changeOf = (
  mid: string,
  { from, fromMe, timestamp }: Exchange,
  { key, body }: { readonly key: string; readonly body: string | null },
): InboundEvent => ({
  kind: 'change',
  eventId: `${mid}:${key}`,
  from,
  fromMe,
  group: null,
  targetProviderId: mid,
  body,
  timestamp,
});

type Content = Pick<InboundMessage, 'type' | 'body' | 'media' | 'data'>;

function messageOf(id: string, exchange: Exchange, content: Content): InboundMessage {
  const message = { kind: 'message', eventId: id, providerId: id, name: null, group: null } as const;
  return { ...message, ...exchange, ...content, quotedProviderId: null, forwarded: false };
}

/** One message for each file, because a message here has only one. */
function messagesOf(message: Json, mid: string, exchange: Exchange): InboundMessage[] {
  const reply = asObject(message['reply_to']);
  const story = asObject(reply?.['story']);
  const product = asObject(asObject(message['referral'])?.['product']);
  const origin = {
    ...(story ? { story: { kind: 'reply', id: asText(story['id']), url: asText(story['url']) } } : {}),
    ...referralData(message['referral']),
    ...(product ? { product: { product_retailer_id: asText(product['id']) } } : {}),
  };
  return contentsOf(message).map((content, index) => ({
    ...messageOf(index === 0 ? mid : `${mid}#${index}`, exchange, content),
    data: Object.keys(origin).length > 0 ? { ...content.data, ...origin } : content.data,
    quotedProviderId: asIdentifier(reply?.['mid'], maxMid),
  }));
}
