import { detectFileType } from '../core/storage/file-type.js';
import { newStorageKey, type Storage } from '../core/storage/storage.js';
import { sharedContact } from '../modules/channels/connections/channels/cloudapi/vcard.js';
import type { Message } from '../modules/conversations/messages/message.entity.js';
import { type DemoAttachment, demoFile } from './demo-data.js';

type Media = Pick<Message, 'mediaKey' | 'mediaName' | 'mediaMime' | 'mediaSize'>;

/** Stores a file. @returns the columns that refer to it; nulls without a file */
export async function storeFile(
  storage: Storage,
  companyId: number,
  attachment: DemoAttachment | undefined,
  at: Date,
): Promise<Media> {
  if (!attachment || !('file' in attachment))
    return { mediaKey: null, mediaName: null, mediaMime: null, mediaSize: null };
  const bytes = await demoFile(attachment.file);
  const { mime, extension } = await detectFileType(bytes);
  const mediaKey = newStorageKey(companyId, extension, at);
  const { size } = await storage.put(mediaKey, bytes, { mime });
  return { mediaKey, mediaName: attachment.name ?? null, mediaMime: mime, mediaSize: size };
}

/** What a message says of its attachment beside the file. */
export function attachmentContent(
  attachment: DemoAttachment | undefined,
): Partial<Pick<Message, 'mediaType' | 'body' | 'data'>> {
  if (!attachment) return {};
  if (attachment.type === 'location') {
    const { latitude, longitude, name, address } = attachment;
    const data = { latitude, longitude, name, address, url: null };
    return { mediaType: 'locationMessage', body: `${name}\n${address}`, data };
  }
  if (attachment.type === 'contact') {
    const { name, phone } = attachment;
    const card = sharedContact({ name: { formatted_name: name }, phones: [{ phone, type: 'CELL' }] });
    return { mediaType: 'contactMessage', body: card?.vcard ?? name, data: { contacts: [card] } };
  }
  const { type, width, height } = attachment;
  return { mediaType: type, data: width ? { width, height } : null };
}
