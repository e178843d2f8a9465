import type { BaileysEventMap, WACallEvent, WAMessage, WAMessageKey } from 'baileys';
import { adOfExternalReply } from '../ad-origin.js';
import type { DeliveryStatus, InboundCall, InboundEvent, InboundIdentity, InboundStatus } from '../channel.js';
import { asObject, asText } from '../graph/json-readers.js';
import {
  type Chat,
  chatOf,
  isGroup,
  isIgnored,
  isLid,
  lidSuffix,
  type PhoneOf,
  userOf,
  withoutDevice,
} from './jids.js';
import { messageIdOf } from './message-ids.js';
import { parseContent, type SealMedia, textOf, unwrapped } from './parse-content.js';

/** Data of the session that an event does not contain. */
export interface ParseContext {
  readonly phoneOf: PhoneOf;
  readonly seal: SealMedia;
  /** The salt of our message ids. */
  readonly salt: string;
  /** The name of a group; null when it is unknown. */
  readonly groupName: (jid: string) => Promise<string | null>;
}

/** Types of `protocolMessage`. */
const revoke = 0;
const edit = 14;

const millis = (seconds: WAMessage['messageTimestamp'], now: number): number => {
  const value = Number(String(seconds ?? ''));
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : now;
};

/** Reads an event of `messages.upsert`; null when there is nothing to show. */
export async function parseMessage(received: WAMessage, context: ParseContext): Promise<InboundEvent | null> {
  const { key, message, pushName } = received;
  const chat = await chatOf(key, context.phoneOf);
  const providerId = key.id;
  // without content it could not be decrypted yet and comes again, or it is a notice about the group
  if (!chat || !providerId || !message) return null;
  const fromMe = key.fromMe === true;
  const timestamp = millis(received.messageTimestamp, Date.now());
  const { content, viewOnce } = unwrapped(message);
  const { person, groupId } = chat;
  const name = fromMe ? null : asText(pushName?.trim());
  const sender = { from: person.address, timestamp };
  const { protocolMessage: protocol, reactionMessage: reaction } = content;
  if (protocol) {
    const target = protocol.key?.id;
    if (!target || (protocol.type !== revoke && protocol.type !== edit)) return null;
    const body = protocol.type === edit && protocol.editedMessage ? textOf(unwrapped(protocol.editedMessage)) : null;
    if (protocol.type === edit && body === null) return null;
    const group = groupId === null ? null : { id: groupId };
    return { kind: 'change', eventId: providerId, ...sender, group, fromMe, targetProviderId: target, body };
  }
  if (reaction) {
    const target = reaction.key?.id;
    // our reactions on the phone are not shown: a message shows one reaction of the company, which is made here
    if (!target || fromMe) return null;
    const emoji = reaction.text || null;
    return { kind: 'reaction', eventId: providerId, ...sender, name, targetProviderId: target, emoji };
  }
  const own = fromMe ? messageIdOf(context.salt, providerId) : null;
  if (own !== null) return statusOf(key, chat, { status: 'sent', timestamp, salt: context.salt });
  const read = parseContent(content, context.seal);
  if (!read) return null;
  const { context: info, data, ...parsed } = read;
  const advertisement = asObject(info?.externalAdReply);
  const ad = advertisement && adOfExternalReply(advertisement);
  const group = groupId === null ? null : { id: groupId, name: await context.groupName(key.remoteJid ?? '') };
  return {
    kind: 'message',
    eventId: providerId,
    providerId,
    ...sender,
    name,
    group,
    fromMe,
    ...parsed,
    ...(groupId === null && person.lid !== null ? { lid: person.lid } : {}),
    data: viewOnce || ad ? { ...data, ...(viewOnce ? { viewOnce } : {}), ...(ad ? { ad } : {}) } : data,
    quotedProviderId: info?.stanzaId || null,
    forwarded: info?.isForwarded === true,
  };
}

interface Reported {
  readonly status: DeliveryStatus;
  readonly timestamp: number;
  readonly salt: string;
  readonly code?: string;
}

function statusOf(key: WAMessageKey, { person, groupId }: Chat, reported: Reported): InboundStatus {
  const { status, timestamp, salt, code } = reported;
  const providerId = key.id ?? '';
  return {
    kind: 'status',
    // a message may fail once per try, so the time is part of the id
    eventId: status === 'failed' ? `${providerId}:failed:${timestamp}` : `${providerId}:${status}`,
    providerId,
    messageId: messageIdOf(salt, providerId),
    recipient: groupId ?? person.address,
    status,
    timestamp,
    error: code === undefined ? null : { code, text: `WhatsApp: ${code}` },
  };
}

/** Statuses by the numbers that the library reports. */
const statuses: Readonly<Record<number, DeliveryStatus>> = {
  0: 'failed',
  2: 'sent',
  3: 'delivered',
  4: 'read',
  // the recording was listened to
  5: 'read',
};

/** Reads a delivery status of `messages.update`; null for anything else. */
export async function parseStatus(
  { key, update }: BaileysEventMap['messages.update'][number],
  { phoneOf, salt }: ParseContext,
): Promise<InboundStatus | null> {
  const status = typeof update.status === 'number' ? statuses[update.status] : undefined;
  const chat = key.fromMe && key.id && status ? await chatOf(key, phoneOf) : null;
  if (!chat || !status) return null;
  const code = status === 'failed' ? (update.messageStubParameters?.[0] ?? 'unknown') : undefined;
  const timestamp = millis(update.messageTimestamp, Date.now());
  return statusOf(key, chat, { status, timestamp, salt, ...(code === undefined ? {} : { code }) });
}

/** In a group the receipt of one member says that the message was delivered, not that all have read it. */
export async function parseReceipt(
  { key, receipt }: BaileysEventMap['message-receipt.update'][number],
  { phoneOf, salt }: ParseContext,
): Promise<InboundStatus | null> {
  const chat = key.fromMe && key.id ? await chatOf(key, phoneOf) : null;
  const timestamp = millis(receipt.readTimestamp ?? receipt.receiptTimestamp ?? null, Date.now());
  return chat && statusOf(key, chat, { status: 'delivered', timestamp, salt });
}

/** Reads a call that begins; `callId` also contains the caller, to whom a rejection is sent. */
export async function parseCall(call: WACallEvent, { phoneOf }: ParseContext): Promise<InboundCall | null> {
  if (call.status !== 'offer' || call.isGroup || call.offline) return null;
  const caller = withoutDevice(call.from);
  const key = { remoteJid: caller, ...(call.callerPn ? { remoteJidAlt: call.callerPn } : {}) };
  const chat = await chatOf(key, phoneOf);
  if (!chat) return null;
  const callId = `${call.id}|${call.from}`;
  const { address: from, lid } = chat.person;
  const person = { from, name: null, ...(lid === null ? {} : { lid }) };
  return { kind: 'call', eventId: `call:${call.id}`, callId, ...person, timestamp: call.date.getTime() };
}

/** The phone number of a LID became known; null when an address is of another kind. */
export function parseLidMapping({ lid, pn }: BaileysEventMap['lid-mapping.update']): InboundIdentity | null {
  if (!isLid(lid) || isLid(pn) || isIgnored(pn) || isGroup(pn)) return null;
  const [hidden, from] = [`${userOf(lid)}${lidSuffix}`, userOf(pn)];
  return { kind: 'identity', eventId: `lid:${hidden}:${from}`, from, lid: hidden, timestamp: Date.now() };
}

/** The person who is typing in a chat with a single person. */
export async function typingIn(
  { id, presences }: BaileysEventMap['presence.update'],
  { phoneOf }: ParseContext,
): Promise<string | null> {
  const typing = Object.values(presences).some(({ lastKnownPresence }) => lastKnownPresence === 'composing');
  const chat = typing ? await chatOf({ remoteJid: id }, phoneOf) : null;
  return chat && chat.groupId === null ? chat.person.address : null;
}

/** The phone number in a phone's own address. */
export const numberOf = (jid: string): string => userOf(jid);
