import { openImage } from '../../../../core/processing/open-image.js';
import type { PictureSize } from './media.queries.js';

export interface Thumbnail extends PictureSize {
  /** The thumbnail as WebP; null where the original is small or animated. */
  readonly bytes: Buffer | null;
}

/** Formats that sharp can read. */
const readable = /^image\/(png|jpeg|webp|gif|avif)$/;
/** Protects against decompression bombs; photos of phones have fewer pixels. */
const limitInputPixels = 50_000_000;
/** Twice the size of a message bubble, for high-density screens. */
const maxSize = { width: 640, height: 960 };
const timeoutSeconds = 20;

export const isReadableImage = (mime: string): boolean => readable.test(mime);

/** @param bytes the whole file or its beginning. null when it is no readable picture */
export async function readPictureSize(bytes: Buffer): Promise<PictureSize | null> {
  try {
    const { autoOrient, pageHeight } = await (await openImage(bytes, { limitInputPixels, failOn: 'none' })).metadata();
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
  } catch {
    // broken, incomplete or too large: sharp throws errors without a code, so all of them are caught
    return null;
  }
}

/** null when the file is broken or too large. */
export async function createThumbnail(bytes: Buffer): Promise<Thumbnail | null> {
  const size = await readPictureSize(bytes);
  if (!size) return null;
  try {
    const picture = (await openImage(bytes, { limitInputPixels, failOn: 'error' })).timeout({
      seconds: timeoutSeconds,
    });
    if (((await picture.metadata()).pages ?? 1) > 1) return { ...size, bytes: null };
    const small = await picture
      .autoOrient()
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    return { ...size, bytes: small.length < bytes.length ? small : null };
  } catch {
    // its size was readable, so browsers may still show the picture
    return { ...size, bytes: null };
  }
}

export const isVideo = (mime: string): boolean => mime.startsWith('video/');
