import { detectFileType } from '../../core/storage/file-type.js';
import { newStorageKey, type Storage } from '../../core/storage/storage.js';
import { sharedContact } from '../../modules/connections/channels/cloudapi/vcard.js';
import { readPictureSize } from '../../modules/messages/media/thumbnail.js';
import type { Row } from '../insert-rows.js';
import type { Attachment } from '../script.js';
import { drawInChildProcess } from './drawing-process.js';
import { pdf } from './pdf.js';
import { voice } from './voice.js';

/** The columns by which a message carries an attachment; those of a plain text when there is none. */
export async function attachmentColumns(
  storage: Storage,
  companyId: number,
  attachment: Attachment | undefined,
  sentAt: Date,
): Promise<Row> {
  const none = {
    media_type: 'chat',
    media_key: null,
    media_name: null,
    media_mime: null,
    media_size: null,
    data: null,
  };
  if (!attachment) return none;
  if (attachment.kind === 'location') {
    const { latitude, longitude, name, address } = attachment;
    const data = { latitude, longitude, name, address, url: null };
    return { ...none, media_type: 'locationMessage', body: `${name}\n${address}`, data };
  }
  if (attachment.kind === 'card') {
    const { name, phone } = attachment;
    const card = sharedContact({ name: { formatted_name: name }, phones: [{ phone, type: 'CELL' }] });
    return { ...none, media_type: 'contactMessage', body: card?.vcard ?? name, data: { contacts: [card] } };
  }
  const bytes = await bytesOf(attachment);
  const { mime, extension } = await detectFileType(bytes);
  const key = newStorageKey(companyId, extension, sentAt);
  const { size } = await storage.put(key, bytes, { mime });
  const media = { media_key: key, media_mime: mime, media_size: size, media_name: nameOf(attachment) };
  const data = attachment.kind === 'picture' ? await readPictureSize(bytes) : null;
  return { ...none, ...media, data, media_type: types[attachment.kind] };
}

const types = { picture: 'image', sticker: 'sticker', voice: 'audio', pdf: 'application' } as const;
type File = Extract<Attachment, { kind: keyof typeof types }>;

/** Phones name documents only. */
const nameOf = (file: File): string | null => ('name' in file ? (file.name ?? null) : null);

async function bytesOf(file: File): Promise<Buffer> {
  switch (file.kind) {
    case 'picture':
      return drawInChildProcess(file.picture);
    case 'sticker':
      return drawInChildProcess('sticker');
    case 'voice':
      return voice(file.seconds);
    case 'pdf':
      return pdf(file.lines);
  }
}
