import type { Sharp, SharpOptions } from 'sharp';

/** A picture to read or to change. The library comes with the first one: its native part is memory that many processes never need. */
export async function openImage(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, options);
}
