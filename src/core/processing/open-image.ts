import type { Sharp, SharpOptions } from 'sharp';

/** Opens an image with sharp, which is loaded with the first image, because many processes never need it. */
export async function openImage(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, options);
}
