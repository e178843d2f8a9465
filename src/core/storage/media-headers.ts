import type { ByteRange } from './storage.js';

/** Types that are displayed inline; SVG is not, because it may contain scripts. */
const inline = /^(image\/(?!svg)[a-z0-9.+-]+|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf)$/;

/** Types that a browser would run as a page; they are sent as `application/octet-stream`. */
const active = /html|xml|svg|javascript|ecmascript/;

/** Characters with a meaning in file systems or headers. */
const reserved = /[/\\:*?"<>|]/g;

/** The headers that make an untrusted file safe on this origin. */
export function mediaHeaders(mime: string, name: string): Record<string, string> {
  const shown = inline.test(mime);
  return {
    'content-type': active.test(mime) ? 'application/octet-stream' : mime,
    'content-disposition': disposition(shown ? 'inline' : 'attachment', name),
    'x-content-type-options': 'nosniff',
    // Browsers do not start their PDF viewer in a sandbox; the viewer is isolated from our origin anyway.
    'content-security-policy': mime === 'application/pdf' ? "script-src 'none'" : "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  };
}

/** The requested range; undefined for the whole file, null when it is outside of the file (416). */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [from, to] = [match[1] ?? '', match[2] ?? ''];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && from !== '' && Number(to) < start) return undefined;
  return start > end ? null : { start, end };
}

/** The name of a download, in ASCII for old clients and in full (RFC 5987), without misleading characters. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(reserved, '_')
    .trim();
  // cut by code point, because a lone surrogate cannot be encoded
  const cut = Array.from(clean).slice(0, 150).join('');
  if (cut === '') return kind;
  // must follow the decomposition, which turns full-width quotes and slashes into plain ones
  const ascii = cut
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(reserved, '_')
    .replace(/[%;]/g, '_');
  const encoded = encodeURIComponent(cut).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
