import type { DeliveryStatus, InboundEvent, InboundMessage } from '../channel.js';
import { address, identifier, type Json, millis, record, stored, text } from './guards.js';
import { contentOf, firstError } from './parse-content.js';

/** The profile name of the sender at an address. */
export type NameOf = (address: string) => string | null;

/** Reads one member of `messages` or `message_echoes`; null when it is malformed. */
export function parseMessage(message: Json, nameOf: NameOf, fromMe: boolean): InboundEvent | null {
  const id = identifier(message['id']);
  const timestamp = millis(message['timestamp']);
  const from = fromMe
    ? (address(message['to']) ?? address(message['to_user_id']))
    : (address(message['from']) ?? address(message['from_user_id']));
  if (id === null || timestamp === null || from === null) return null;
  const name = fromMe ? null : nameOf(from);
  const sender = { eventId: id, from, name, timestamp };
  if (message['type'] === 'reaction') return reaction(message, sender);
  const content = contentOf(message);
  if (!content) return null;
  const context = record(message['context']);
  const groupId = identifier(message['group_id']);
  return {
    kind: 'message',
    ...sender,
    ...content,
    providerId: id,
    group: groupId === null ? null : { id: groupId, name: null },
    fromMe,
    data: withOrigin(content.data, message, context),
    quotedProviderId: text(context?.['id']),
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
  const part = record(message['reaction']);
  const targetProviderId = text(part?.['message_id']);
  if (!part || targetProviderId === null) return null;
  return { kind: 'reaction', ...sender, targetProviderId, emoji: text(part['emoji']) };
}

/** Which advertisement or product the customer came from is kept with the message. */
function withOrigin(data: InboundMessage['data'], message: Json, context: Json | null): InboundMessage['data'] {
  const referral = record(message['referral']);
  const product = record(context?.['referred_product']);
  if (!referral && !product) return data;
  return {
    ...data,
    ...(referral ? { referral: stored(referral) } : {}),
    ...(product ? { product: stored(product) } : {}),
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

/** Code of a failed status for which the provider gave no error. */
const unexplained = 'unknown';

/** Reads one member of `statuses`; null when it is malformed or says nothing about delivery. */
export function parseStatus(raw: Json): InboundEvent | null {
  const id = identifier(raw['id']);
  const word = text(raw['status']);
  const timestamp = millis(raw['timestamp']);
  const status = word !== null && Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (id === null || status === undefined || timestamp === null) return null;
  const error = firstError(raw['errors']) ?? { code: unexplained, text: unexplained };
  return {
    kind: 'status',
    eventId: `${id}:${word}`,
    providerId: id,
    messageId: ourId(raw['biz_opaque_callback_data']),
    recipient: address(raw['recipient_id']) ?? address(raw['recipient_user_id']) ?? '',
    status,
    timestamp,
    error: status === 'failed' ? error : null,
  };
}

// Another program on the same business account may send with callback data of its own: only a plain id can be ours.
function ourId(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}
