const MB = 1024 * 1024;

/** The server's limit. */
export function sizeLimit(mime: string): number {
  return mime.startsWith('image/') || mime.startsWith('audio/') ? 16 * MB : 64 * MB;
}

export function isTooLarge(file: { type: string; size: number }): boolean {
  return file.size > sizeLimit(file.type);
}

export const UNNAMED_FILE = 'blob';

/** Removes the generic name that browsers give to pasted pictures. */
export function normalizePastedFile(file: File): File {
  if (file.name !== 'image.png' || file.type !== 'image/png') return file;
  return new File([file], '', { type: file.type, lastModified: file.lastModified });
}
