import type {
  DeliveryStatus,
  InboundCall,
  InboundEvent,
  InboundMessage,
  InboundPreference,
  ProviderError,
} from '../channel.js';
import {
  asAddress,
  asIdentifier,
  asMillis,
  asObject,
  asObjects,
  asText,
  type Json,
  storableJson,
} from '../graph/json-readers.js';
import { firstError, parseContent } from './parse-content.js';
import { isTemplateUpdate, parseTemplateUpdate, type TemplateUpdate } from './parse-template.js';

/** The profile name of the sender with this address. */
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
  if (message['type'] === 'edit' || message['type'] === 'revoke') return change(message, sender, fromMe);
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
    ...(notices.has(message['type']) ? { notice: true } : {}),
    data: withOrigin(content.data, message, context),
    quotedProviderId: asText(context?.['id']),
    forwarded: context?.['forwarded'] === true || context?.['frequently_forwarded'] === true,
  };
}

/** Types of messages that the platform writes, not the customer. */
const notices: ReadonlySet<unknown> = new Set(['system', 'ephemeral']);

/** A customer opened the chat for the first time and has not written anything. */
const saysNothing = (message: Json): boolean => message['type'] === 'request_welcome';

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

/** The author edited the text or the caption of a message, or deleted it. */
function change(message: Json, { eventId, from, timestamp }: Sender, fromMe: boolean): InboundEvent | null {
  const type = message['type'] === 'edit' ? 'edit' : 'revoke';
  const part = asObject(message[type]);
  const targetProviderId = asIdentifier(part?.['original_message_id']);
  if (targetProviderId === null) return null;
  const groupId = asIdentifier(message['group_id']);
  const group = groupId === null ? null : { id: groupId };
  const common = { kind: 'change', eventId, from, timestamp, group, fromMe, targetProviderId } as const;
  if (type === 'revoke') return { ...common, body: null };
  const edited = asObject(part?.['message']);
  const content = asObject(edited?.[asText(edited?.['type']) ?? 'text']);
  const body = asText(content?.['body']) ?? asText(content?.['caption']);
  return body === null ? null : { ...common, body };
}

/** Adds the advertisement or product from which the customer started the chat. */
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
  // Meta reports `played` for a voice message that was listened to.
  played: 'read',
  failed: 'failed',
};

/** Error code of a failed status without an error. */
const unknownCode = 'unknown';

/** Reads one member of `statuses`; null when it is malformed or not a delivery status. */
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

/** Error code of a message that was not delivered because its recipient refuses the company's advertising. */
const refusesMarketing = '131050';

/** The refusal that a failed status tells of; null where it failed for another reason. */
export function parseRefusal(raw: Json): InboundPreference | null {
  const [id, from, timestamp] = [asIdentifier(raw['id']), asAddress(raw['recipient_id']), asMillis(raw['timestamp'])];
  if (id === null || from === null || timestamp === null || raw['status'] !== 'failed') return null;
  if (firstError(raw['errors'])?.code !== refusesMarketing) return null;
  return { kind: 'preference', eventId: `${id}:stop`, from, timestamp, value: 'stop' };
}

/** Reads one member of `user_preferences`; null when it is malformed or of another category than marketing. */
export function parsePreference(raw: Json, received = Date.now()): InboundPreference | null {
  const from = asAddress(raw['wa_id']) ?? asAddress(raw['user_id']);
  const value = raw['value'];
  const category = raw['category'] ?? 'marketing_messages';
  if (from === null || category !== 'marketing_messages' || (value !== 'stop' && value !== 'resume')) return null;
  const timestamp = asMillis(raw['timestamp']);
  // without a time nothing distinguishes a later refusal from a repeated webhook, and repeating it is harmless
  const eventId = `preference:${from}:${value}:${timestamp ?? received}`;
  return { kind: 'preference', eventId, from, timestamp: timestamp ?? received, value };
}

// Other programs on the same business account send their own callback data: only a plain id can be ours.
function ourId(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Reads one member of `calls`, an incoming call of a customer; null when it is malformed. */
export function parseCall(call: Json, nameOf: NameOf): InboundCall | null {
  const callId = asIdentifier(call['id']);
  const timestamp = asMillis(call['timestamp']);
  const from = asAddress(call['from']) ?? asAddress(call['from_user_id']);
  if (callId === null || timestamp === null || from === null || call['event'] !== 'connect') return null;
  return { kind: 'call', eventId: callId, callId, from, name: nameOf(from), timestamp };
}

/** The end of a call, or a call from our own number. */
const isIrrelevantCall = (call: Json): boolean =>
  call['event'] === 'terminate' || call['direction'] === 'BUSINESS_INITIATED';

/** The part of a webhook about one of our numbers; events keep their order. */
export interface WebhookEntry {
  phoneNumberId: string;
  events: InboundEvent[];
  /** Errors about the number itself. */
  errors: ProviderError[];
}

/** A normalised webhook; `ignored` counts malformed and irrelevant parts. */
export interface ParsedWebhook {
  entries: WebhookEntry[];
  templates: TemplateUpdate[];
  numbers: NumberReport[];
  ignored: number;
}

/** A number whose quality or limits changed; Meta identifies it by its display number. */
export interface NumberReport {
  businessAccountId: string;
  number: string;
}

/** Reads every entry, change, message, status and error of a webhook; never throws. */
export function parseWebhook(body: unknown): ParsedWebhook {
  const root = asObject(body);
  if (root?.['object'] !== 'whatsapp_business_account' || !Array.isArray(root['entry']))
    return { entries: [], templates: [], numbers: [], ignored: 1 };
  const templates: TemplateUpdate[] = [];
  const numbers: NumberReport[] = [];
  const byNumber = new Map<string, WebhookEntry>();
  let ignored = 0;
  for (const entry of asObjects(root['entry'])) {
    const changes = asObjects(entry?.['changes']);
    if (changes.length === 0) ignored += 1;
    for (const change of changes) {
      const field = change?.['field'];
      const update = isTemplateUpdate(field) ? parseTemplateUpdate(entry?.['id'], field, change?.['value']) : null;
      const report = update ? null : parseNumberReport(entry, change);
      if (update) templates.push(update);
      else if (report) numbers.push(report);
      else ignored += readChange(change, byNumber);
    }
  }
  return { entries: [...byNumber.values()], templates, numbers, ignored };
}

/** The changed values are not read, because the check that follows requests all of them. */
function parseNumberReport(entry: Json | null, change: Json | null): NumberReport | null {
  if (change?.['field'] !== 'phone_number_quality_update') return null;
  const businessAccountId = asIdentifier(entry?.['id']);
  const number = asAddress(asObject(change['value'])?.['display_phone_number']);
  return businessAccountId === null || number === null ? null : { businessAccountId, number };
}

type Read = (item: Json) => boolean;

/** Adds a change to the entry of its number. @returns how many of its parts were skipped */
function readChange(change: Json | null, byNumber: Map<string, WebhookEntry>): number {
  const value = asObject(change?.['value']);
  const phoneNumberId = asText(asObject(value?.['metadata'])?.['phone_number_id']);
  if (!value || phoneNumberId === null) return 1;
  const entry = byNumber.get(phoneNumberId) ?? { phoneNumberId, events: [], errors: [] };
  const add = (event: InboundEvent | null): boolean => event !== null && entry.events.push(event) > 0;
  const nameOf = names(value);
  const parts: [unknown, Read][] = [
    [value['messages'], (item) => saysNothing(item) || add(parseMessage(item, nameOf, false))],
    [value['message_echoes'], (item) => add(parseMessage(item, nameOf, true))],
    [value['statuses'], (item) => add(parseStatus(item)) && (add(parseRefusal(item)) || true)],
    [value['user_preferences'], (item) => add(parsePreference(item))],
    [value['calls'], (item) => isIrrelevantCall(item) || add(parseCall(item, nameOf))],
    [value['errors'], (item) => addError(entry, item)],
  ];
  const read = parts.flatMap(([items, reader]) => asObjects(items).map((item) => item !== null && reader(item)));
  if (entry.events.length + entry.errors.length > 0) byNumber.set(phoneNumberId, entry);
  return read.length === 0 ? 1 : read.filter((done) => !done).length;
}

function addError(entry: WebhookEntry, item: Json): boolean {
  const error = firstError([item]);
  return error !== null && entry.errors.push(error) > 0;
}

/** Profile names by address; a single contact names a single message even if the numbers differ (ninth digit). */
function names(value: Json): NameOf {
  const contacts = asObjects(value['contacts']).filter((contact) => contact !== null);
  const found = new Map<string, string>();
  for (const contact of contacts) {
    const name = asText(asObject(contact['profile'])?.['name']);
    for (const key of [asAddress(contact['wa_id']), asAddress(contact['user_id'])])
      if (key && name) found.set(key, name);
  }
  const single =
    contacts.length === 1 && asObjects(value['messages']).length === 1 ? [...found.values()][0] : undefined;
  return (from) => found.get(from) ?? single ?? null;
}
