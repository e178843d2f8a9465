import type { DeliveryStatus, InboundEvent, InboundMessage } from '../channel.js';
import { asAddress, asIdentifier, asMillis, asObject, asText, type Json, storableJson } from './json-readers.js';
import { firstError, parseContent } from './parse-content.js';

/** The profile name of the sender at an address. */
export type NameOf = (address: string) => string | null;

/** Reads one member of `messages` or `message_echoes`; null when it is malformed. */
export function parseMessage(message: Json, nameOf: NameOf, fromMe: boolean): InboundEvent | null {
  const id = asIdentifier(message['id']);
  const timestamp = asMillis(message['timestamp']);
  const from = fromMe
    ? (asAddress(message['to']) ?? asAddress(message['to_user_id']))
    : (asAddress(message['from']) ?? asAddress(message['from_user_id']));
  if (id === null || timestamp === null || from === null) return null;
  const name = fromMe ? null : nameOf(from);
  const sender = { eventId: id, from, name, timestamp };
  if (message['type'] === 'reaction') return reaction(message, sender);
  const content = parseContent(message);
  if (!content) return null;
  const context = asObject(message['context']);
  const groupId = asIdentifier(message['group_id']);
  return {
    kind: 'message',
    ...sender,
    ...content,
    providerId: id,
    group: groupId === null ? null : { id: groupId, name: null },
    fromMe,
    data: withOrigin(content.data, message, context),
    quotedProviderId: asText(context?.['id']),
    forwarded: context?.['forwarded'] === true || context?.['frequently_forwarded'] === true,
  };
}

interface Sender {
  eventId: string;
  from: string;
  name: string | null;
  timestamp: number;
}

function reaction(message: Json, sender: Sender): InboundEvent | null {
  const part = asObject(message['reaction']);
  const targetProviderId = asText(part?.['message_id']);
  if (!part || targetProviderId === null) return null;
  return { kind: 'reaction', ...sender, targetProviderId, emoji: asText(part['emoji']) };
}

/** Adds the advertisement or product that the customer came from. */
function withOrigin(data: InboundMessage['data'], message: Json, context: Json | null): InboundMessage['data'] {
  const referral = asObject(message['referral']);
  const product = asObject(context?.['referred_product']);
  if (!referral && !product) return data;
  return {
    ...data,
    ...(referral ? { referral: storableJson(referral) } : {}),
    ...(product ? { product: storableJson(product) } : {}),
  };
}

const statuses: Readonly<Record<string, DeliveryStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // A voice message that was listened to has been read.
  played: 'read',
  failed: 'failed',
};

/** Code of a failed status without an error. */
const unknownCode = 'unknown';

/** Reads one member of `statuses`; null when it is malformed or no delivery status. */
export function parseStatus(raw: Json): InboundEvent | null {
  const id = asIdentifier(raw['id']);
  const reported = asText(raw['status']);
  const timestamp = asMillis(raw['timestamp']);
  const status = reported !== null && Object.hasOwn(statuses, reported) ? statuses[reported] : undefined;
  if (id === null || status === undefined || timestamp === null) return null;
  const error = firstError(raw['errors']) ?? { code: unknownCode, text: unknownCode };
  return {
    kind: 'status',
    eventId: `${id}:${reported}`,
    providerId: id,
    messageId: ourId(raw['biz_opaque_callback_data']),
    recipient: asAddress(raw['recipient_id']) ?? asAddress(raw['recipient_user_id']) ?? '',
    status,
    timestamp,
    error: status === 'failed' ? error : null,
  };
}

// Other programs on the same business account send callback data of their own: only a plain id can be ours.
function ourId(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}
