const MB = 1024 * 1024;

/** The largest file the server takes, by kind. */
export function sizeLimit(mime: string): number {
  return mime.startsWith('image/') || mime.startsWith('audio/') ? 16 * MB : 64 * MB;
}

export function isTooLarge(file: { type: string; size: number }): boolean {
  return file.size > sizeLimit(file.type);
}
