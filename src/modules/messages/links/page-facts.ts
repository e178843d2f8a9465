import { Parser } from 'htmlparser2';

/** What a page says of itself in its head; empty where it says nothing. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** Address of a picture, perhaps relative to the page. */
  readonly image: string;
}

const sources = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;
const known: ReadonlySet<string> = new Set(Object.values(sources).flat());
const lengths = { title: 300, description: 600, site: 120 } as const;

/** Reads Open Graph and Twitter cards, else the plain title and description. The page may be cut off anywhere. */
export function factsOf(page: string): PageFacts {
  const metas = new Map<string, string>();
  let title: string | undefined;
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, { property, name: named, content }) {
      if (name === 'title' && title === undefined) {
        title = '';
        inTitle = true;
      }
      const key = (property ?? named ?? '').toLowerCase();
      if (name === 'meta' && content && known.has(key) && !metas.has(key)) metas.set(key, content);
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
    },
  });
  parser.end(page);
  const first = (what: keyof typeof sources): string => {
    for (const key of sources[what]) {
      const value = metas.get(key);
      if (value) return value;
    }
    return '';
  };
  return {
    title: plain(first('title'), lengths.title) || plain(title ?? '', lengths.title),
    description: plain(first('description'), lengths.description),
    site: plain(first('site'), lengths.site),
    image: first('image').trim(),
  };
}

/** The text of a page in the character set that its header or its beginning names. */
export function decoded(bytes: Buffer, contentType: string): string {
  const beginning = bytes.subarray(0, 4096).toString('latin1');
  const label =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]{1,200}charset=["']?([\w-]+)/i.exec(beginning)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    // a name that nobody knows
    return bytes.toString('utf8');
  }
}

/** One line of text: nothing that controls, turns or breaks it. */
function plain(text: string, most: number): string {
  const line = text
    .slice(0, most * 8)
    .replace(/[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}
