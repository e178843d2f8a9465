import type { NewIdentity, PersonIds } from '../../../../contacts/contacts/contact-identifier.entity.js';
import { adOfReferral } from '../ad-origin.js';
import type {
  DeliveryStatus,
  InboundCall,
  InboundEvent,
  InboundIdentity,
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
import { type AccountReport, isAccountReport, parseAccountReport } from './parse-account.js';
import { firstError, parseContent } from './parse-content.js';
import { type HistoryPart, isHistory, parseHistory } from './parse-history.js';
import { isTemplateUpdate, parseTemplateUpdate, type TemplateUpdate } from './parse-template.js';

/** Reads one member of `messages` or `message_echoes`; null when it is malformed. */
export function parseMessage(message: Json, profileOf: ProfileOf, fromMe: boolean): InboundEvent | null {
  const id = asIdentifier(message['id']);
  const timestamp = asMillis(message['timestamp']);
  const moved = fromMe ? null : parseMove(message);
  const person = personOf(message, fromMe ? 'to' : 'from', profileOf, moved?.former);
  if (id === null || timestamp === null || person === null) return null;
  const { from, ids } = person;
  const name = fromMe ? null : person.name;
  const sender = { eventId: id, from, name, timestamp };
  if (message['type'] === 'reaction') return reaction(message, sender);
  const changed = message['type'] === 'edit' || message['type'] === 'revoke' ? change(message, sender, fromMe) : null;
  if (changed) return changed;
  const content = parseContent(message);
  const context = asObject(message['context']);
  const groupId = asIdentifier(message['group_id']);
  return {
    kind: 'message',
    ...sender,
    ...ids,
    ...content,
    providerId: id,
    group: groupId === null ? null : { id: groupId, name: null },
    fromMe,
    ...(notices.has(message['type']) ? { notice: true } : {}),
    ...(moved ? { moved: moved.identity } : {}),
    data: withOrigin(content.data, message, context),
    quotedProviderId: asText(context?.['id']),
    forwarded: context?.['forwarded'] === true || context?.['frequently_forwarded'] === true,
  };
}

/** The member of `contacts` for one of these addresses. */
export type ProfileOf = (addresses: readonly string[]) => Json | null;
const noProfile: ProfileOf = () => null;

/** Meta's id of a user for one business portfolio, or with `ENT` for all portfolios of a company. */
const userIdPattern = /^[A-Z]{2}\.(ENT\.)?\w+$/;

interface Person {
  readonly from: string;
  readonly name: string | null;
  readonly ids: PersonIds;
}

/**
 * The customer of a message, status or call, by the number if Meta reports it, else by the user id:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
function personOf(item: Json, role: 'from' | 'to' | 'recipient', profileOf: ProfileOf, former?: string): Person | null {
  const address = asAddress(item[role === 'recipient' ? 'recipient_id' : role]);
  const ownId = asIdentifier(item[`${role}_user_id`]);
  const profile = profileOf([address, ownId].filter((each) => each !== null));
  const details = asObject(profile?.['profile']);
  const userId = ownId ?? (address && userIdPattern.test(address) ? address : asIdentifier(profile?.['user_id']));
  const parentUserId = asIdentifier(item[`${role}_parent_user_id`]) ?? asIdentifier(profile?.['parent_user_id']);
  const username = asIdentifier(details?.['username'], maxUsername);
  const number = address !== null && userIdPattern.test(address) ? null : address;
  const from =
    sharedNumber(item, number) ?? number ?? asAddress(profile?.['wa_id']) ?? userId ?? parentUserId ?? former ?? null;
  if (from === null) return null;
  const ids = {
    ...(userId ? { userId } : {}),
    ...(parentUserId ? { parentUserId } : {}),
    ...(username ? { username } : {}),
  };
  return { from, name: asText(details?.['name']), ids };
}

const maxUsername = 50;

/** The number that a customer without a visible one has shared when the company asked for it. */
function sharedNumber(message: Json, number: string | null): string | null {
  if (number !== null || message['type'] !== 'contacts') return null;
  const [card, ...others] = asObjects(message['contacts']);
  if (!card || others.length > 0) return null;
  if (message['origin'] !== 'contact_request' && card['origin'] !== 'contact_request') return null;
  const [phone] = asObjects(card['phones']);
  const shared = asAddress(phone?.['wa_id']) ?? asAddress(phone?.['phone']);
  return shared !== null && /^\d{8,14}$/.test(shared) ? shared : null;
}

/** Types of system messages about a new number or a new user id; the last is of older versions of the API. */
const moves: ReadonlySet<unknown> = new Set(['user_changed_number', 'user_changed_user_id', 'customer_changed_number']);

/** The new number and ids of a system message, and the former address where only its text has it. */
function parseMove(message: Json): { identity: NewIdentity; former: string | undefined } | null {
  const part = message['type'] === 'system' ? asObject(message['system']) : null;
  if (!part || !moves.has(part['type'])) return null;
  const [, before, after] = /changed from (\S+) to (\S+)/.exec(asText(part['body']) ?? '') ?? [];
  const isUserId = part['type'] === 'user_changed_user_id';
  const number = asAddress(part['wa_id']) ?? asAddress(part['new_wa_id']) ?? (isUserId ? null : asAddress(after));
  const userId = asIdentifier(part['user_id']) ?? (isUserId ? asIdentifier(after) : null);
  const parentUserId = asIdentifier(part['parent_user_id']);
  if (number === null && userId === null && parentUserId === null) return null;
  const former =
    asIdentifier(part['previous_user_id']) ?? asAddress(part['customer']) ?? asAddress(before) ?? undefined;
  return { identity: { number, ...(userId ? { userId } : {}), ...(parentUserId ? { parentUserId } : {}) }, former };
}

/** Reads one member of `user_id_update`: the user ids of a customer have changed; null when it is malformed. */
function parseUserIdUpdate(item: Json): InboundIdentity | null {
  const timestamp = asMillis(item['timestamp']);
  const [userId, parentUserId] = [asObject(item['user_id']), asObject(item['parent_user_id'])];
  const [before, after] = [asIdentifier(userId?.['previous']), asIdentifier(userId?.['current'])];
  const number = asAddress(item['wa_id']);
  // the number may be the new one already
  const from = before ?? asIdentifier(parentUserId?.['previous']) ?? number;
  if (timestamp === null || from === null) return null;
  return {
    kind: 'identity',
    eventId: `user-id:${timestamp}:${from}`.slice(0, maxEventId),
    timestamp,
    from,
    userId: before,
    parentUserId: asIdentifier(parentUserId?.['previous']),
    moved: { number, userId: after, parentUserId: asIdentifier(parentUserId?.['current']) },
  };
}

const maxEventId = 300;

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
  const ad = referral && adOfReferral(referral);
  return {
    ...data,
    ...(referral ? { referral: storableJson(referral) } : {}),
    ...(ad ? { ad } : {}),
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
export function parseStatus(raw: Json, profileOf: ProfileOf = noProfile): InboundEvent | null {
  const isOfGroup = raw['recipient_type'] === 'group';
  const id = asIdentifier(raw['id']);
  const reported = asText(raw['status']);
  const timestamp = asMillis(raw['timestamp']);
  const status = reported !== null && Object.hasOwn(statuses, reported) ? statuses[reported] : undefined;
  if (id === null || status === undefined || timestamp === null) return null;
  const error = firstError(raw['errors']) ?? { code: unknownCode, text: unknownCode };
  const person = personOf(raw, 'recipient', profileOf);
  return {
    kind: 'status',
    eventId: `${id}:${reported}`,
    providerId: id,
    messageId: ourId(raw['biz_opaque_callback_data']),
    recipient: person?.from ?? '',
    ...(isOfGroup ? {} : person?.ids),
    status,
    timestamp,
    error: status === 'failed' ? error : null,
  };
}

/** Error code of a message that was not delivered because its recipient refuses the company's advertising. */
const refusesMarketing = '131050';

/** The refusal that a failed status tells of; null where it failed for another reason. */
export function parseRefusal(raw: Json): InboundPreference | null {
  const [id, timestamp] = [asIdentifier(raw['id']), asMillis(raw['timestamp'])];
  const userId = asIdentifier(raw['recipient_user_id']);
  const from = asAddress(raw['recipient_id']) ?? userId;
  if (id === null || from === null || timestamp === null || raw['status'] !== 'failed') return null;
  if (firstError(raw['errors'])?.code !== refusesMarketing) return null;
  const person = { from, ...(userId ? { userId } : {}) };
  return { kind: 'preference', eventId: `${id}:stop`, ...person, timestamp, value: 'stop', ofFailure: true };
}

/** Reads one member of `user_preferences`; null when it is malformed or of another category than marketing. */
export function parsePreference(raw: Json, received = Date.now()): InboundPreference | null {
  const userId = asIdentifier(raw['user_id']);
  const from = asAddress(raw['wa_id']) ?? userId;
  const value = raw['value'];
  const category = raw['category'] ?? 'marketing_messages';
  if (from === null || category !== 'marketing_messages' || (value !== 'stop' && value !== 'resume')) return null;
  const timestamp = asMillis(raw['timestamp']);
  // without a time nothing distinguishes a later refusal from a repeated webhook, and repeating it is harmless
  const eventId = `preference:${from}:${value}:${timestamp ?? received}`;
  return { kind: 'preference', eventId, from, ...(userId ? { userId } : {}), timestamp: timestamp ?? received, value };
}

// Other programs on the same business account send their own callback data: only a plain id can be ours.
function ourId(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Reads one member of `calls`, an incoming call of a customer; null when it is malformed. */
export function parseCall(call: Json, profileOf: ProfileOf): InboundCall | null {
  const callId = asIdentifier(call['id']);
  const timestamp = asMillis(call['timestamp']);
  const person = personOf(call, 'from', profileOf);
  if (callId === null || timestamp === null || person === null || call['event'] !== 'connect') return null;
  const { from, name, ids } = person;
  return { kind: 'call', eventId: callId, callId, from, name, ...ids, timestamp };
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
  reports: AccountReport[];
  history: HistoryPart[];
  ignored: number;
}

/** Reads every entry, change, message, status and error of a webhook; never throws. */
export function parseWebhook(body: unknown): ParsedWebhook {
  const root = asObject(body);
  if (root?.['object'] !== 'whatsapp_business_account' || !Array.isArray(root['entry']))
    return { entries: [], templates: [], reports: [], history: [], ignored: 1 };
  const templates: TemplateUpdate[] = [];
  const reports: AccountReport[] = [];
  const history: HistoryPart[] = [];
  const byNumber = new Map<string, WebhookEntry>();
  let ignored = 0;
  for (const entry of asObjects(root['entry'])) {
    const changes = asObjects(entry?.['changes']);
    if (changes.length === 0) ignored += 1;
    for (const change of changes) {
      const field = change?.['field'];
      const update = isTemplateUpdate(field) ? parseTemplateUpdate(entry?.['id'], field, change?.['value']) : null;
      const report = isAccountReport(field) ? parseAccountReport(entry?.['id'], field, change?.['value']) : null;
      const part = isHistory(field) ? parseHistory(change?.['value'], parseMessage) : null;
      if (part) {
        history.push(part);
        ignored += part.ignored;
      } else if (update) templates.push(update);
      else if (report) reports.push(report);
      else ignored += readChange(change, byNumber);
    }
  }
  return { entries: [...byNumber.values()], templates, reports, history, ignored };
}

type Read = (item: Json) => boolean;

/** Adds a change to the entry of its number. @returns how many of its parts were skipped */
function readChange(change: Json | null, byNumber: Map<string, WebhookEntry>): number {
  const value = asObject(change?.['value']);
  const phoneNumberId = asText(asObject(value?.['metadata'])?.['phone_number_id']);
  if (!value || phoneNumberId === null) return 1;
  const entry = byNumber.get(phoneNumberId) ?? { phoneNumberId, events: [], errors: [] };
  const add = (event: InboundEvent | null): boolean => event !== null && entry.events.push(event) > 0;
  const profileOf = profiles(value);
  const parts: [unknown, Read][] = [
    [value['messages'], (item) => saysNothing(item) || add(parseMessage(item, profileOf, false))],
    [value['message_echoes'], (item) => add(parseMessage(item, profileOf, true))],
    [value['statuses'], (item) => add(parseStatus(item, profileOf)) && (add(parseRefusal(item)) || true)],
    [value['user_preferences'], (item) => add(parsePreference(item))],
    [value['calls'], (item) => isIrrelevantCall(item) || add(parseCall(item, profileOf))],
    [value['user_id_update'], (item) => add(parseUserIdUpdate(item))],
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

/**
 * Members of `contacts` by address. A single one belongs to a single message even if the numbers differ (ninth digit), as
 * Meta reports either of them without a number.
 */
function profiles(value: Json): ProfileOf {
  const contacts = asObjects(value['contacts']).filter((contact) => contact !== null);
  const found = new Map<string, Json>();
  for (const contact of contacts)
    for (const key of [asAddress(contact['wa_id']), asAddress(contact['user_id'])]) if (key) found.set(key, contact);
  const isOne = contacts.length === 1 && ['messages', 'statuses', 'calls'].every((name) => !hasSeveral(value[name]));
  const single = isOne ? contacts[0] : undefined;
  return (addresses) => {
    const named = addresses.find((address) => found.has(address));
    return (named === undefined ? single : found.get(named)) ?? null;
  };
}

const hasSeveral = (items: unknown): boolean => asObjects(items).length > 1;
