import type { MediaStore } from './media.js';

/** A file a customer attaches. */
export interface CustomerFile {
  bytes: Buffer;
  mime: string;
}

/** What a customer sends: builds the part of the webhook that depends on the type. */
export type CustomerContent = (media: MediaStore) => Record<string, unknown>;

type Fields = Record<string, unknown>;

const plain =
  (type: string, part: unknown): CustomerContent =>
  () => ({ type, [type]: part });

const file =
  (type: string, { bytes, mime }: CustomerFile, more: Fields = {}): CustomerContent =>
  (media) => {
    const filename = typeof more['filename'] === 'string' ? more['filename'] : null;
    const stored = media.add(bytes, mime, filename);
    return { type, [type]: { ...more, mime_type: mime, sha256: stored.sha256, id: stored.id } };
  };

const captioned = (caption: string | undefined): Fields => (caption === undefined ? {} : { caption });

/** Every kind of message a customer can send, in the format of the platform. */
export const sends = {
  text: (body: string) => plain('text', { body }),
  image: (content: CustomerFile, caption?: string) => file('image', content, captioned(caption)),
  video: (content: CustomerFile, caption?: string) => file('video', content, captioned(caption)),
  audio: (content: CustomerFile) => file('audio', content, { voice: false }),
  voice: (content: CustomerFile) => file('audio', content, { voice: true }),
  sticker: (content: CustomerFile, animated = false) => file('sticker', content, { animated }),
  document: (content: CustomerFile, filename: string, caption?: string) =>
    file('document', content, { filename, ...captioned(caption) }),
  location: (place: { latitude: number; longitude: number; name?: string; address?: string }) =>
    plain('location', place),
  contacts: (cards: { name: string; phone: string }[]) =>
    plain(
      'contacts',
      cards.map(({ name, phone }) => ({
        name: { formatted_name: name, first_name: name },
        phones: [{ phone: `+${phone}`, wa_id: phone, type: 'CELL' }],
      })),
    ),
  reaction: (messageId: string, emoji: string) => plain('reaction', { message_id: messageId, emoji }),
  reactionRemoved: (messageId: string) => plain('reaction', { message_id: messageId }),
  button: (label: string, payload = label) => plain('button', { payload, text: label }),
  buttonReply: (id: string, title: string) =>
    plain('interactive', { type: 'button_reply', button_reply: { id, title } }),
  listReply: (id: string, title: string, description?: string) =>
    plain('interactive', {
      type: 'list_reply',
      list_reply: { id, title, ...(description === undefined ? {} : { description }) },
    }),
  order: (catalogId: string, items: { id: string; quantity: number; price: number }[], note?: string) =>
    plain('order', {
      catalog_id: catalogId,
      ...(note === undefined ? {} : { text: note }),
      product_items: items.map(({ id, quantity, price }) => ({
        product_retailer_id: id,
        quantity,
        item_price: price,
        currency: 'BRL',
      })),
    }),
  numberChanged: (from: string, to: string) =>
    plain('system', { body: `User changed from ${from} to ${to}`, wa_id: to, type: 'user_changed_number' }),
  unsupported:
    (kind = 'poll_creation'): CustomerContent =>
    () => ({
      type: 'unsupported',
      unsupported: { type: kind },
      errors: [
        {
          code: 131051,
          title: 'Message type unknown',
          message: 'Message type unknown',
          error_data: { details: 'Message type is currently not supported.' },
        },
      ],
    }),
};
