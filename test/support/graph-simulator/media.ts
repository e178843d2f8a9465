import { createHash } from 'node:crypto';
import { errorAnswer, type GraphErrorAnswer } from './graph-errors.js';

/** A file on the platform, uploaded by the business or sent by a customer. */
export interface StoredMedia {
  id: string;
  mime: string;
  name: string | null;
  bytes: Buffer;
  sha256: string;
}

const megabyte = 1024 * 1024;
const limits: readonly [RegExp, number][] = [
  [/^image\/webp$/, megabyte / 2],
  [/^image\/(jpeg|png)$/, 5 * megabyte],
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, 16 * megabyte],
  [/^video\/(mp4|3gpp)$/, 16 * megabyte],
  [/^text\/plain$|^application\/(pdf|msword|vnd\..+)$/, 100 * megabyte],
];

/** Media by id, with the types and sizes the platform documents. */
export class MediaStore {
  private readonly files = new Map<string, StoredMedia>();
  private next = 1_000_000_000_000_000;

  add(bytes: Buffer, mime: string, name: string | null): StoredMedia {
    this.next += 1;
    const sha256 = createHash('sha256').update(bytes).digest('base64');
    const file = { id: String(this.next), mime, name, bytes, sha256 };
    this.files.set(file.id, file);
    return file;
  }

  get(id: string): StoredMedia | undefined {
    return this.files.get(id);
  }

  remove(id: string): boolean {
    return this.files.delete(id);
  }

  /** Reads an upload form and stores its file, or returns the error. */
  async upload(body: Buffer, contentType: string): Promise<StoredMedia | GraphErrorAnswer> {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
      .formData()
      .catch(() => null);
    const file = form?.get('file');
    if (form?.get('messaging_product') !== 'whatsapp')
      return errorAnswer(100, 'The parameter messaging_product is required.');
    if (!(file instanceof File)) return errorAnswer(100, 'The parameter file is required.');
    const type = form.get('type');
    const mime = typeof type === 'string' && type !== '' ? type : file.type;
    const base = mime.split(';')[0]?.trim().toLowerCase() ?? '';
    const limit = limits.find(([pattern]) => pattern.test(base))?.[1];
    if (limit === undefined)
      return errorAnswer(
        100,
        `Param file must be a file with one of the supported types. Received file of type '${mime}'.`,
      );
    if (file.size > limit) return errorAnswer(131053, 'The media file is larger than its type allows.');
    return this.add(Buffer.from(await file.arrayBuffer()), mime, file.name);
  }
}
