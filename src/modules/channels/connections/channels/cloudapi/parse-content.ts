import { unsupportedWords } from '../../message-words.dto.js';
import type { InboundMedia, InboundMessage, MediaKind, ProviderError } from '../channel.js';
import { formAnswers, formWords } from '../form-words.js';
import { asNumber, asObject, asObjects, asText, type Json, storableJson } from '../graph/json-readers.js';
import { orderTotal, orderWords } from '../order-words.js';
import { sharedContact } from './vcard.js';

/** The content of a message, without sender and time. */
export type Content = Pick<InboundMessage, 'type' | 'body' | 'media' | 'data'>;

type Reader = (message: Json) => Content | null;

/** Code and explanation of the first entry of a provider's `errors`. */
export function firstError(errors: unknown): ProviderError | null {
  const error = asObjects(errors).find((entry) => entry !== null);
  const code = asText(error?.['code']);
  if (!error || code === null) return null;
  const details = asText(asObject(error['error_data'])?.['details']);
  return { code, text: details ?? asText(error['message']) ?? asText(error['title']) ?? code };
}

const media =
  (key: string, type: MediaKind): Reader =>
  (message) => {
    const part = asObject(message[key]);
    const ref = asText(part?.['id']);
    if (!part || ref === null) return null;
    const file: InboundMedia = {
      ref,
      mime: asText(part['mime_type']) ?? 'application/octet-stream',
      name: asText(part['filename']),
      sha256: asText(part['sha256']),
    };
    if (key === 'audio') file.voice = part['voice'] === true;
    const data = part['animated'] === true ? { animated: true } : null;
    return { type, body: asText(part['caption']) ?? '', media: file, data };
  };

const location: Reader = (message) => {
  const part = asObject(message['location']);
  const latitude = asNumber(part?.['latitude']);
  const longitude = asNumber(part?.['longitude']);
  if (!part || latitude === null || longitude === null) return null;
  const [name, place, url] = [asText(part['name']), asText(part['address']), asText(part['url'])];
  const body = [name, place].filter((line) => line !== null).join('\n');
  return { type: 'locationMessage', body, media: null, data: { latitude, longitude, name, address: place, url } };
};

/** A message may contain at most this many contact cards; further ones are dropped. */
const maxCards = 100;

const contacts: Reader = (message) => {
  const found = asObjects(message['contacts'])
    .slice(0, maxCards)
    .map(sharedContact)
    .filter((contact) => contact !== null);
  if (found.length === 0) return null;
  const body = found.map((contact) => contact.vcard).join('\n');
  return { type: found.length > 1 ? 'multi_vcard' : 'contactMessage', body, media: null, data: { contacts: found } };
};

const choice = (kind: string, id: unknown, title: unknown, more: Record<string, unknown> = {}): Content | null => {
  const label = asText(title) ?? asText(id);
  if (label === null) return null;
  return {
    type: 'interactive',
    body: label,
    media: null,
    data: { reply: { kind, id: asText(id) ?? label, title: label, ...more } },
  };
};

const button: Reader = (message) => {
  const part = asObject(message['button']);
  return part && choice('button', part['payload'], part['text']);
};

const interactive: Reader = (message) => {
  const part = asObject(message['interactive']);
  const kind = asText(part?.['type']);
  const answer = kind === null ? null : asObject(part?.[kind]);
  if (kind === null || !answer) return null;
  if (kind === 'list_reply')
    return choice(kind, answer['id'], answer['title'], { description: asText(answer['description']) });
  if (kind === 'button_reply') return choice(kind, answer['id'], answer['title']);
  const content = { content: storableJson(answer) };
  if (kind === 'call_permission_reply')
    return choice(
      kind,
      kind,
      `Permissão para ligar: ${answer['response'] === 'accept' ? 'concedida' : 'recusada'}`,
      content,
    );
  const reply = choice(kind, answer['name'], answer['body'], content);
  if (!reply || kind !== 'nfm_reply') return reply;
  const form = formAnswers(answer['response_json']);
  return { ...reply, body: formWords(form, 'Formulário respondido'), data: { ...reply.data, form } };
};

const order: Reader = (message) => {
  const part = asObject(message['order']);
  if (!part) return null;
  const items = asObjects(part['product_items']).filter((item) => item !== null);
  const products = items.map((item) => ({
    id: asText(item['product_retailer_id']),
    quantity: asNumber(item['quantity']),
    price: asNumber(item['item_price']),
    currency: asText(item['currency']),
  }));
  const lines = products.map(({ id: name, ...line }) => ({ name, ...line }));
  const note = asText(part['text']);
  const data = { order: { catalogId: asText(part['catalog_id']), products, total: orderTotal(lines), note } };
  return { type: 'interactive', body: orderWords(lines, note), media: null, data };
};

const system: Reader = (message) => {
  const part = asObject(message['system']);
  if (!part) return null;
  const type = asText(part['type']);
  const newNumber = asText(part['wa_id']) ?? asText(part['new_wa_id']);
  const changes = type === 'user_changed_number' || type === 'customer_changed_number';
  const body =
    changes && newNumber !== null
      ? `O cliente mudou de número: agora é +${newNumber}`
      : type === 'user_changed_user_id'
        ? 'O cliente mudou de identificação no WhatsApp; a conversa continua aqui'
        : type === 'customer_identity_changed'
          ? 'A identidade do cliente no WhatsApp mudou'
          : (asText(part['body']) ?? 'Aviso do WhatsApp');
  return { type: 'unsupported', body, media: null, data: { system: { type, newNumber } } };
};

const readers: Readonly<Record<string, Reader>> = {
  text: (message) => {
    const body = asText(asObject(message['text'])?.['body']);
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

/** Meta does not have the content of a message; this mostly concerns the first message of a customer. */
const unavailable = '131060';

function unsupported(message: Json, type: string): Content {
  const errors = asObjects(message['errors'])
    .map((error) => firstError([error]))
    .filter((error) => error !== null);
  const named = type === 'unsupported' ? asText(asObject(message['unsupported'])?.['type']) : type;
  const providerType = errors.some(({ code }) => code === unavailable) ? 'unavailable' : (named ?? type);
  const headline = asText(asObject(message['referral'])?.['headline']);
  const body = [unsupportedWords(providerType).pt, ...(headline === null ? [] : [`Anúncio: ${headline}`])].join('\n');
  const data = { providerType, errors, content: storableJson(message[type]) ?? null };
  return { type: 'unsupported', body, media: null, data };
}

/** The content of a message. Content that cannot be read becomes a text. */
export function parseContent(message: Json): Content {
  const type = asText(message['type']) ?? 'unknown';
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return read?.(message) ?? unsupported(message, type);
}
