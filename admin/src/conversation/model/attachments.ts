const MB = 1024 * 1024;

/** The largest file the server takes, by kind. */
export function sizeLimit(mime: string): number {
  return mime.startsWith('image/') || mime.startsWith('audio/') ? 16 * MB : 64 * MB;
}

export function isTooLarge(file: { type: string; size: number }): boolean {
  return file.size > sizeLimit(file.type);
}

/** What a form calls a file that has no name. */
export const UNNAMED_FILE = 'blob';

/** A picture of the clipboard has no name but the one that every browser gives to all of them. */
export function normalizePastedFile(file: File): File {
  if (file.name !== 'image.png' || file.type !== 'image/png') return file;
  return new File([file], '', { type: file.type, lastModified: file.lastModified });
}
