import { openImage } from '../../../core/processing/open-image.js';

/** Pixels of a picture after the rotation noted in its metadata. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Thumbnail extends PictureSize {
  /** WebP; null where the original is small or moves. */
  readonly bytes: Buffer | null;
}

/** Formats that sharp reads by itself. */
const readable = /^image\/(png|jpeg|webp|gif|avif)$/;
/** Against decompression bombs; cameras of phones stay below. */
const limitInputPixels = 50_000_000;
/** Twice the size of a bubble, for dense screens. */
const maxSize = { width: 640, height: 960 };
const timeoutSeconds = 20;

export const isReadableImage = (mime: string): boolean => readable.test(mime);

/** By the whole file or its first bytes; null when it cannot be read. */
export async function readPictureSize(bytes: Buffer): Promise<PictureSize | null> {
  try {
    const { autoOrient, pageHeight } = await (await openImage(bytes, { limitInputPixels, failOn: 'none' })).metadata();
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
  } catch {
    // broken, cut off or too large: sharp only has messages for it
    return null;
  }
}

/** null for a file that is broken or too large. */
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
    // the head was readable: browsers may still show the picture
    return { ...size, bytes: null };
  }
}
