/** A node of typebot's rich text: a leaf with `text` and formatting, or an element with a type and children. */
interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly url?: unknown;
  readonly bold?: unknown;
  readonly italic?: unknown;
  readonly strikethrough?: unknown;
  readonly code?: unknown;
  readonly children?: unknown;
}

/** Real texts are not nested more deeply. */
const maxDepth = 20;
/** Longest text that is converted; the rest is not read. */
export const maxTextLength = 20_000;
const maxNodes = 2_000;
/** A line costs at least this many characters, because each list around it adds an indentation. */
const lineCost = 10;

/** The remaining limits while a text is read. */
interface Rest {
  characters: number;
  nodes: number;
}

const blocks = new Set(['p', 'ul', 'ol', 'li', 'lic', 'blockquote', 'variable', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const marks = [
  ['code', '```'],
  ['strikethrough', '~'],
  ['italic', '_'],
  ['bold', '*'],
] as const;

/** Removes control characters and lone surrogates, which PostgreSQL does not store. */
export const storable = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, '');

/** Typebot's rich text in WhatsApp's form: `*bold*`, `_italic_`, `~strike~`, lists as lines, links after their text. */
export function whatsAppText(richText: unknown): string {
  const rest = { characters: maxTextLength, nodes: maxNodes };
  return storable(linesOf({ children: richText }, 0, rest).join('\n')).trim();
}

function childrenOf({ children }: Node, rest: Rest): Node[] {
  if (!Array.isArray(children)) return [];
  const nodes = children.slice(0, rest.nodes).filter((child) => typeof child === 'object' && child !== null);
  rest.nodes -= nodes.length;
  return nodes;
}

const isBlock = ({ type }: Node): boolean => blocks.has(String(type));

function linesOf(node: Node, depth: number, rest: Rest): string[] {
  if (depth > maxDepth) return [];
  const children = childrenOf(node, rest);
  if (node.type === 'ul' || node.type === 'ol')
    return children.flatMap((item, index) => {
      const [first = '', ...others] = linesOf(item, depth + 1, rest);
      return [`${node.type === 'ol' ? `${index + 1}.` : '-'} ${first}`, ...others.map((line) => `  ${line}`)];
    });
  const lines = children.some(isBlock)
    ? children.flatMap((child) =>
        isBlock(child) ? linesOf(child, depth + 1, rest) : inline(child, depth + 1, rest).split('\n'),
      )
    : children
        .map((child) => inline(child, depth + 1, rest))
        .join('')
        .split('\n');
  return node.type === 'blockquote' ? lines.map((line) => `> ${line}`) : lines;
}

function inline(node: Node, depth: number, rest: Rest): string {
  if (depth > maxDepth) return '';
  if (typeof node.text === 'string') {
    const lines = node.text.slice(0, Math.max(0, rest.characters)).split('\n');
    rest.characters -= Math.max(node.text.length, lines.length * lineCost);
    return lines.map((line) => marked(line, node)).join('\n');
  }
  const text = linesOf({ children: node.children }, depth + 1, rest).join('\n');
  if (node.type !== 'a' || typeof node.url !== 'string') return text;
  return text === '' || text === node.url ? node.url : `${text} (${node.url})`;
}

/** WhatsApp accepts formatting marks only directly next to the text. */
function marked(line: string, node: Node): string {
  const text = line.trim();
  if (text === '') return line;
  const wrapped = marks.reduce((inner, [name, mark]) => (node[name] === true ? `${mark}${inner}${mark}` : inner), text);
  return line.replace(text, () => wrapped);
}
