import { openImage } from '../../../core/processing/open-image.js';

/** Pixels of a picture as it is looked at, so after the turn that its camera noted. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Thumbnail extends PictureSize {
  /** WebP; null where the original is small or moves. */
  readonly bytes: Buffer | null;
}

/** What the library reads without asking others for help. */
const readable = /^image\/(png|jpeg|webp|gif|avif)$/;
/** A small file may unfold into a picture that no memory holds; cameras of phones stay below. */
const limitInputPixels = 50_000_000;
/** Twice what a bubble shows, for dense screens; tall pictures are cut there, so their width counts. */
const room = { width: 640, height: 960 };
const secondsAtMost = 20;

export const isReadableImage = (mime: string): boolean => readable.test(mime);

/** By the whole file or its beginning; null when that does not tell. */
export async function readPictureSize(bytes: Buffer): Promise<PictureSize | null> {
  try {
    const { autoOrient, pageHeight } = await (await openImage(bytes, { limitInputPixels, failOn: 'none' })).metadata();
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
  } catch {
    // broken, cut off, or larger than we want to unfold: sharp says all of it in words only
    return null;
  }
}

/** Size and small picture of a file; null for what is broken or too large to be unfolded. */
export async function createThumbnail(bytes: Buffer): Promise<Thumbnail | null> {
  const size = await readPictureSize(bytes);
  if (!size) return null;
  try {
    const picture = (await openImage(bytes, { limitInputPixels, failOn: 'error' })).timeout({ seconds: secondsAtMost });
    if (((await picture.metadata()).pages ?? 1) > 1) return { ...size, bytes: null };
    const small = await picture
      .autoOrient()
      .resize({ ...room, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    return { ...size, bytes: small.length < bytes.length ? small : null };
  } catch {
    // its beginning was right: the room is known, the browser shows what it can
    return { ...size, bytes: null };
  }
}
