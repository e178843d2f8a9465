import { Parser } from 'htmlparser2';
import { decodeHtml } from '../../../../core/processing/decode-html.js';
import { defineTask } from '../../../../core/processing/task.js';

/** Metadata in the head of a page; fields without metadata are empty. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** Address of the preview picture; may be relative to the page. */
  readonly image: string;
}

const sources = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;
const known: ReadonlySet<string> = new Set(Object.values(sources).flat());
/** A valid head has hardly any nesting, and deep nesting is slow to parse. */
const maxDepth = 32;
const chunkLength = 1_024;
const maxLengths = { title: 300, description: 600, site: 120 } as const;

export const parsePage = (bytes: Uint8Array, contentType: string): PageMetadata =>
  extractMetadata(decodeHtml(bytes, contentType));

/** Runs {@link parsePage} in the process for untrusted input. */
export const readPage = defineTask(import.meta.url, parsePage, 1_000);

/** Reads Open Graph and Twitter metadata, else title and description, up to the end of the head or of the text. */
export function extractMetadata(page: string): PageMetadata {
  const metas = new Map<string, string>();
  let title: string | undefined;
  let inTitle = false;
  let depth = 0;
  let ended = false;
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      depth += 1;
      ended ||= name === 'body' || depth > maxDepth;
      if (ended) return;
      if (name === 'title' && title === undefined) {
        title = '';
        inTitle = true;
      }
      const key = (property ?? metaName ?? '').toLowerCase();
      if (name === 'meta' && content && known.has(key) && !metas.has(key)) metas.set(key, content);
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'title') inTitle = false;
      ended ||= name === 'head';
    },
  });
  for (let at = 0; at < page.length && !ended; at += chunkLength) parser.write(page.slice(at, at + chunkLength));
  if (!ended) parser.end();
  const first = (what: keyof typeof sources): string => {
    for (const key of sources[what]) {
      const value = metas.get(key);
      if (value) return value;
    }
    return '';
  };
  return {
    title: singleLine(first('title'), maxLengths.title) || singleLine(title ?? '', maxLengths.title),
    description: singleLine(first('description'), maxLengths.description),
    site: singleLine(first('site'), maxLengths.site),
    image: first('image').trim(),
  };
}

/** The text in one line, without control characters and bidirectional overrides. */
function singleLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 8)
    .replace(/[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= maxLength ? line : `${letters.slice(0, maxLength - 1).join('')}…`;
}
