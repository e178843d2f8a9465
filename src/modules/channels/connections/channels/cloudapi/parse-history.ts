import type { InboundContact, InboundEvent, InboundMessage, ProviderError } from '../channel.js';
import { asAddress, asMillis, asNumber, asObject, asObjects, asText, type Json } from '../graph/json-readers.js';
import { firstError } from './parse-content.js';

/** Contacts and messages of a phone that uses the same number. */
export interface HistoryPart {
  phoneNumberId: string;
  events: (InboundMessage | InboundContact)[];
  /** How much was sent, in percent; null where that is not reported. */
  progress: number | null;
  /** The owner of the phone does not share its history. */
  error: ProviderError | null;
  /** Number of malformed parts. */
  ignored: number;
}

export const isHistory = (field: unknown): boolean => field === 'history' || field === 'smb_app_state_sync';

/** Reads a message with its direction. */
type ParseMessage = (message: Json, nameOf: () => null, fromMe: boolean) => InboundEvent | null;

/** Reads a change of a field that {@link isHistory} knows; null when it names no number. */
export function parseHistory(content: unknown, parseMessage: ParseMessage): HistoryPart | null {
  const value = asObject(content);
  const metadata = asObject(value?.['metadata']);
  const phoneNumberId = asText(metadata?.['phone_number_id']);
  if (!value || phoneNumberId === null) return null;
  const own = asAddress(metadata?.['display_phone_number']);
  const chunks = asObjects(value['history']).filter((chunk) => chunk !== null);
  const threads = chunks.flatMap((chunk) => asObjects(chunk['threads']).filter((thread) => thread !== null));
  const read = [
    ...threads.flatMap((thread) =>
      asObjects(thread['messages']).map(
        (message) => message && readMessage(message, { own, customer: thread['id'], parseMessage }),
      ),
    ),
    // files of messages that were sent without them
    ...asObjects(value['messages']).map(
      (message) => message && readMessage(message, { own, customer: message['to'], parseMessage }),
    ),
    ...asObjects(value['state_sync']).map((item) => item && readContact(item)),
  ];
  const events = read.flatMap((event) => event ?? []);
  const progress = chunks
    .map((chunk) => asNumber(asObject(chunk['metadata'])?.['progress']))
    .filter((percent) => percent !== null && percent >= 0 && percent <= 100)
    .reduce<number | null>((most, percent) => Math.max(most ?? 0, Math.round(percent ?? 0)), null);
  const error = chunks.map((chunk) => firstError(chunk['errors'])).find((found) => found !== null) ?? null;
  return { phoneNumberId, events, progress, error, ignored: read.filter((event) => event === null).length };
}

interface Thread {
  readonly own: string | null;
  readonly customer: unknown;
  readonly parseMessage: ParseMessage;
}

/** A placeholder has an id of its own, because the message comes again with its file. */
function readMessage(message: Json, { own, customer, parseMessage }: Thread): InboundMessage | null {
  const fromMe = own !== null && asAddress(message['from']) === own;
  const addressed = fromMe ? { ...message, to: message['to'] ?? customer } : message;
  const event = parseMessage(addressed, () => null, fromMe);
  if (event?.kind !== 'message') return null;
  // what changed then is known since, or outdated
  const { moved: _, ...stored } = event;
  const eventId = message['type'] === placeholder ? `${event.eventId}:${placeholder}` : event.eventId;
  return { ...stored, eventId, history: true };
}

const placeholder = 'media_placeholder';

/** A contact that was removed from the address book stays here. */
function readContact(item: Json): InboundContact | [] | null {
  const contact = asObject(item['contact']);
  const from = asAddress(contact?.['phone_number']);
  const timestamp = asMillis(asObject(item['metadata'])?.['timestamp']);
  if (item['type'] !== 'contact' || from === null || timestamp === null) return null;
  const name = asText(contact?.['full_name']) ?? asText(contact?.['first_name']);
  if (item['action'] === 'remove' || name === null) return [];
  return { kind: 'contact', eventId: `contact:${from}:${timestamp}`, from, name, timestamp };
}
