import type { InboundMedia, InboundMessage, MediaKind } from '../channel.js';
import { type Json, number, record, records, stored, text } from './guards.js';
import { sharedContact } from './vcard.js';

/** What a message says, apart from who, when and to whom. */
export type Content = Pick<InboundMessage, 'type' | 'body' | 'media' | 'data'>;

type Reader = (message: Json) => Content | null;

/** Code and explanation of the first of a provider's `errors`. */
export function firstError(errors: unknown): { code: string; text: string } | null {
  const error = records(errors).find((entry) => entry !== null);
  const code = text(error?.['code']);
  if (!error || code === null) return null;
  const details = text(record(error['error_data'])?.['details']);
  return { code, text: details ?? text(error['message']) ?? text(error['title']) ?? code };
}

const media =
  (key: string, type: MediaKind): Reader =>
  (message) => {
    const part = record(message[key]);
    const ref = text(part?.['id']);
    if (!part || ref === null) return null;
    const file: InboundMedia = {
      ref,
      mime: text(part['mime_type']) ?? 'application/octet-stream',
      name: text(part['filename']),
      sha256: text(part['sha256']),
    };
    if (key === 'audio') file.voice = part['voice'] === true;
    const data = part['animated'] === true ? { animated: true } : null;
    return { type, body: text(part['caption']) ?? '', media: file, data };
  };

const location: Reader = (message) => {
  const part = record(message['location']);
  const latitude = number(part?.['latitude']);
  const longitude = number(part?.['longitude']);
  if (!part || latitude === null || longitude === null) return null;
  const [name, place, url] = [text(part['name']), text(part['address']), text(part['url'])];
  const body = [name, place].filter((line) => line !== null).join('\n');
  return { type: 'locationMessage', body, media: null, data: { latitude, longitude, name, address: place, url } };
};

/** Cards are built in one pass over fields that come as JSON; so many of them in one message. */
const mostCards = 100;

const contacts: Reader = (message) => {
  const found = records(message['contacts'])
    .slice(0, mostCards)
    .map(sharedContact)
    .filter((contact) => contact !== null);
  if (found.length === 0) return null;
  const body = found.map((contact) => contact.vcard).join('\n');
  return { type: found.length > 1 ? 'multi_vcard' : 'contactMessage', body, media: null, data: { contacts: found } };
};

const choice = (kind: string, id: unknown, title: unknown, more: Record<string, unknown> = {}): Content | null => {
  const label = text(title) ?? text(id);
  if (label === null) return null;
  return {
    type: 'interactive',
    body: label,
    media: null,
    data: { reply: { kind, id: text(id) ?? label, title: label, ...more } },
  };
};

const button: Reader = (message) => {
  const part = record(message['button']);
  return part && choice('button', part['payload'], part['text']);
};

const interactive: Reader = (message) => {
  const part = record(message['interactive']);
  const kind = text(part?.['type']);
  const answer = kind === null ? null : record(part?.[kind]);
  if (kind === null || !answer) return null;
  if (kind === 'list_reply')
    return choice(kind, answer['id'], answer['title'], { description: text(answer['description']) });
  if (kind === 'button_reply') return choice(kind, answer['id'], answer['title']);
  return choice(kind, answer['name'], answer['body'], { content: stored(answer) });
};

const order: Reader = (message) => {
  const part = record(message['order']);
  if (!part) return null;
  const items = records(part['product_items']).filter((item) => item !== null);
  const products = items.map((item) => ({
    id: text(item['product_retailer_id']),
    quantity: number(item['quantity']),
    price: number(item['item_price']),
    currency: text(item['currency']),
  }));
  const data = { order: { catalogId: text(part['catalog_id']), products } };
  return { type: 'interactive', body: text(part['text']) ?? '', media: null, data };
};

const system: Reader = (message) => {
  const part = record(message['system']);
  if (!part) return null;
  const data = { type: text(part['type']), newNumber: text(part['wa_id']) ?? text(part['new_wa_id']) };
  return { type: 'unsupported', body: text(part['body']) ?? '', media: null, data: { system: data } };
};

const readers: Readonly<Record<string, Reader>> = {
  text: (message) => {
    const body = text(record(message['text'])?.['body']);
    return body === null ? null : { type: 'chat', body, media: null, data: null };
  },
  image: media('image', 'image'),
  audio: media('audio', 'audio'),
  video: media('video', 'video'),
  document: media('document', 'application'),
  sticker: media('sticker', 'sticker'),
  location,
  contacts,
  button,
  interactive,
  order,
  system,
};

/** What a message says, or null when its type is known and its content is malformed. */
export function contentOf(message: Json): Content | null {
  const type = text(message['type']) ?? 'unknown';
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const content = read?.(message) ?? null;
  if (content || (read && firstError(message['errors']) === null)) return content;
  const errors = records(message['errors']).map((error) => firstError([error]));
  const data = {
    providerType: type,
    errors: errors.filter((error) => error !== null),
    content: stored(message[type]) ?? null,
  };
  return { type: 'unsupported', body: '', media: null, data };
}
