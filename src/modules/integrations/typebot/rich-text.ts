/** A node of typebot's rich text: a leaf with `text` and its marks, or an element with a type and children. */
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

/** Deeper nesting is nobody's text. */
const maxDepth = 20;

const blocks = new Set(['p', 'ul', 'ol', 'li', 'lic', 'blockquote', 'variable', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const marks = [
  ['code', '```'],
  ['strikethrough', '~'],
  ['italic', '_'],
  ['bold', '*'],
] as const;

/** Without control characters and halves of surrogate pairs, which PostgreSQL does not store. */
export const storable = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, '');

/** Rich text of typebot with the marks of WhatsApp: `*bold*`, `_italic_`, `~strike~`, lists as lines, links behind their text. */
export function whatsAppText(richText: unknown): string {
  return storable(linesOf({ children: richText }, 0).join('\n')).trim();
}

const childrenOf = ({ children }: Node): Node[] =>
  Array.isArray(children) ? children.filter((child) => typeof child === 'object' && child !== null) : [];

const isBlock = ({ type }: Node): boolean => blocks.has(String(type));

function linesOf(node: Node, depth: number): string[] {
  if (depth > maxDepth) return [];
  const children = childrenOf(node);
  if (node.type === 'ul' || node.type === 'ol')
    return children.flatMap((item, index) => {
      const [first = '', ...rest] = linesOf(item, depth + 1);
      return [`${node.type === 'ol' ? `${index + 1}.` : '-'} ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  const lines = children.some(isBlock)
    ? children.flatMap((child) => (isBlock(child) ? linesOf(child, depth + 1) : inline(child, depth + 1).split('\n')))
    : children
        .map((child) => inline(child, depth + 1))
        .join('')
        .split('\n');
  return node.type === 'blockquote' ? lines.map((line) => `> ${line}`) : lines;
}

function inline(node: Node, depth: number): string {
  if (depth > maxDepth) return '';
  if (typeof node.text === 'string')
    return node.text
      .split('\n')
      .map((line) => marked(line, node))
      .join('\n');
  const text = linesOf({ children: node.children }, depth + 1).join('\n');
  if (node.type !== 'a' || typeof node.url !== 'string') return text;
  return text === '' || text === node.url ? node.url : `${text} (${node.url})`;
}

/** WhatsApp takes a mark only right beside the text. */
function marked(line: string, node: Node): string {
  const text = line.trim();
  if (text === '') return line;
  const wrapped = marks.reduce((inner, [name, mark]) => (node[name] === true ? `${mark}${inner}${mark}` : inner), text);
  return line.replace(text, () => wrapped);
}
