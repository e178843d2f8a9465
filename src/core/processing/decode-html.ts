/** Decodes a page by the character set in its header or at its beginning. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const beginning = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const label =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]{1,200}charset=["']?([\w-]+)/i.exec(beginning)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    // TextDecoder does not know the character set
    return new TextDecoder().decode(bytes);
  }
}
