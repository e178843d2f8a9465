import type { InboundEvent, ProviderError } from '../channel.js';
import { asAddress, asObject, asObjects, asText, type Json } from './json-readers.js';
import { firstError } from './parse-content.js';
import { type NameOf, parseMessage, parseStatus } from './parse-event.js';
import { parseTemplateStatusUpdate, type TemplateStatusUpdate } from './parse-template.js';

/** The part of a webhook about one of our numbers, in its order. */
export interface WebhookEntry {
  phoneNumberId: string;
  events: InboundEvent[];
  /** Problems of the number itself. */
  errors: ProviderError[];
}

/** A webhook, normalised; `ignored` counts malformed and irrelevant parts. */
export interface ParsedWebhook {
  entries: WebhookEntry[];
  templates: TemplateStatusUpdate[];
  ignored: number;
}

/** Reads every entry, change, message, status and error of a webhook; never throws. */
export function parseWebhook(body: unknown): ParsedWebhook {
  const root = asObject(body);
  if (root?.['object'] !== 'whatsapp_business_account' || !Array.isArray(root['entry']))
    return { entries: [], templates: [], ignored: 1 };
  const templates: TemplateStatusUpdate[] = [];
  const byNumber = new Map<string, WebhookEntry>();
  let ignored = 0;
  for (const entry of asObjects(root['entry'])) {
    const changes = asObjects(entry?.['changes']);
    if (changes.length === 0) ignored += 1;
    for (const change of changes) {
      const update = isTemplateUpdate(change) ? parseTemplateStatusUpdate(entry?.['id'], change?.['value']) : null;
      if (update) templates.push(update);
      else ignored += readChange(change, byNumber);
    }
  }
  return { entries: [...byNumber.values()], templates, ignored };
}

const isTemplateUpdate = (change: Json | null): boolean => change?.['field'] === 'message_template_status_update';

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
    [value['messages'], (item) => add(parseMessage(item, nameOf, false))],
    [value['message_echoes'], (item) => add(parseMessage(item, nameOf, true))],
    [value['statuses'], (item) => add(parseStatus(item))],
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

/** Profile names by address; a single contact names a single message even where the numbers differ (Brazil's ninth digit). */
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
