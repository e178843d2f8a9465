import { openImage } from '../../../core/processing/open-image.js';

export interface PreviewImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const readable = /^image\/(png|jpeg|webp|gif|avif)$/;
/** A small file may unfold into a picture that no memory holds. */
const limitInputPixels = 40_000_000;
const largestSide = 600;
/** Smaller ones are there to count visitors, not to be seen. */
const smallestSide = 48;

/** A stranger's picture as one of ours: small, plain JPEG without anything else in the file; null when it is none. */
export async function toPreviewImage(bytes: Buffer, mime: string): Promise<PreviewImage | null> {
  if (!readable.test(mime)) return null;
  try {
    const picture = await openImage(bytes, { limitInputPixels });
    const { data, info } = await picture
      .rotate()
      .resize({ width: largestSide, height: largestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return Math.min(width, height) < smallestSide ? null : { bytes: data, width, height };
  } catch {
    // broken, or larger than we want to unfold: sharp says both in words only
    return null;
  }
}
