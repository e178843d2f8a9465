export type TextNode =
  | { type: 'text'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'mono'; text: string }
  | { type: 'bold' | 'italic' | 'strike'; children: TextNode[] };

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
type Mark = keyof typeof marks;

const isMark = (char: string | undefined): char is Mark => char !== undefined && char in marks;
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);

// the part before an @ is limited, to avoid quadratic time; a conversation's path alone is a link, too
const links =
  /\b(?:https?:\/\/[^\s<>"'`]+|www\.[^\s<>"'`]+\.[^\s<>"'`]+|mailto:[^\s<>"'`]{1,254}@[^\s<>"'`]+|tel:\+?[\d().-]{3,})|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<![\w/.])\/tickets\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu;

const count = (text: string, char: string) => text.split(char).length - 1;

// trailing punctuation and formatting marks are not part of the address
function trimmed(address: string): string {
  let unopened = count(address, ')') - count(address, '(');
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!'.,;:!?*_~'.includes(last)) break;
  }
  return address.slice(0, end);
}

/** null for anything but http, https, mailto, tel and a conversation's path. */
function target(address: string): string | null {
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address)) return URL.canParse(address) ? address : null;
  if (/^\/tickets\//i.test(address)) return address.toLowerCase();
  if (/^www\./i.test(address)) return URL.canParse(`https://${address}`) ? `https://${address}` : null;
  return `mailto:${address}`;
}

interface Link {
  end: number;
  href: string;
}

/** Links by start position, and whether each character is inside a link. */
interface Links {
  from: Map<number, Link>;
  inside: Uint8Array;
}

function findLinks(source: string): Links {
  const found: Links = { from: new Map(), inside: new Uint8Array(source.length) };
  for (const { 0: text, index } of source.matchAll(links)) {
    const address = trimmed(text);
    const href = target(address);
    if (!href) continue;
    const end = index + address.length;
    found.from.set(index, { end, href });
    found.inside.fill(1, index, end);
  }
  return found;
}

/** For each mark, the position up to which it has no closing mark; avoids quadratic time. */
type Unclosed = Partial<Record<Mark, number>>;

/** The position of the closing mark in the same line, or -1. */
function closing(source: string, at: number, mark: Mark, inside: Uint8Array, dead: Unclosed): number {
  if (at < (dead[mark] ?? 0) || isWord(source[at - 1]) || isSpace(source[at + 1]) || source[at + 1] === mark) return -1;
  let i = at + 2;
  for (; i < source.length && source[i] !== '\n'; i += 1) {
    if (source[i] !== mark || isSpace(source[i - 1]) || isWord(source[i + 1])) continue;
    if (!inside[i]) return i;
  }
  dead[mark] = i;
  return -1;
}

function appendText(nodes: TextNode[], text: string) {
  if (text === '') return;
  const last = nodes.at(-1);
  if (last?.type === 'text') last.text += text;
  else nodes.push({ type: 'text', text });
}

function inline(source: string): TextNode[] {
  const { from, inside } = findLinks(source);
  const nodes: TextNode[] = [];
  const dead: Unclosed = {};
  let at = 0;
  while (at < source.length) {
    const link = from.get(at);
    const char = source[at];
    const end = !link && isMark(char) ? closing(source, at, char, inside, dead) : -1;
    if (link) {
      nodes.push({ type: 'link', text: source.slice(at, link.end), href: link.href });
      at = link.end;
    } else if (isMark(char) && end > 0) {
      nodes.push({ type: marks[char], children: inline(source.slice(at + 1, end)) });
      at = end + 1;
    } else {
      appendText(nodes, char ?? '');
      at += 1;
    }
  }
  return nodes;
}

/** Parses *bold* _italic_ ~strike~ ```mono``` and links. */
export function parseText(source: string): TextNode[] {
  const parts = source.split('```');
  // a fence without an end is plain text
  if (parts.length % 2 === 0) {
    const tail = parts.pop() ?? '';
    parts.push(`${parts.pop() ?? ''}\`\`\`${tail}`);
  }
  const nodes: TextNode[] = [];
  parts.forEach((part, index) => {
    if (index % 2 === 0) nodes.push(...inline(part));
    else if (part.trim() === '') appendText(nodes, `\`\`\`${part}\`\`\``);
    else nodes.push({ type: 'mono', text: part.replace(/^\n|\n$/g, '') });
  });
  return nodes;
}

function textOf(nodes: readonly TextNode[]): string {
  return nodes.map((node) => ('children' in node ? textOf(node.children) : node.text)).join('');
}

/** The text in one line, without formatting. */
export function plainText(source: string): string {
  return textOf(parseText(source)).replace(/\s+/g, ' ').trim();
}

/** Whether the text is one to three emoji, which are shown large. */
export function isEmojiOnly(source: string): boolean {
  const text = source.trim();
  if (text.length === 0 || text.length > 40 || !/^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u.test(text))
    return false;
  if (
    !/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text) ||
    /[\d#*]/.test(text.replace(/[\d#*]\uFE0F?\u20E3/gu, ''))
  )
    return false;
  return [...new Intl.Segmenter().segment(text)].filter(({ segment }) => segment.trim() !== '').length <= 3;
}
