/** Longer texts are cut: channels take a quarter of it. */
const maxLength = 16_000;

/** Parts in which nothing is changed: code, whose language is no text, and addresses. */
const kept = /```(?:[\w+-]{1,20}\n)?([^`]{0,8000})```|(`[^`\n]{1,500}`)|https?:\/\/[^\s<>()[\]*`|]{1,2000}/giu;

const tableEdge = /^\s{0,3}\|?\s{0,9}:?-{2,}:?[\s|:-]{0,200}$/;
const isRow = (line: string): boolean => /^\s{0,3}\|/.test(line);

/**
 * Markdown, as models write it, in the marks of WhatsApp: `**bold**` becomes `*bold*`, headings bold lines, links
 * `text: address`, tables a line for each row. WhatsApp's own marks stay as they are.
 */
export function messageMarks(markdown: string): string {
  const text = markdown.slice(0, maxLength);
  let marked = '';
  let from = 0;
  const parts = new Map<string, number>();
  const keep = (part: string): string => {
    if (!parts.has(part)) parts.set(part, parts.size);
    return `\u0000${parts.get(part)}\u0000`;
  };
  const source = text.replaceAll('\u0000', '');
  for (const found of source.matchAll(kept)) {
    const [whole, block, inline] = found;
    marked += source.slice(from, found.index) + keep(block === undefined ? (inline ?? whole) : `\`\`\`${block}\`\`\``);
    from = found.index + whole.length;
  }
  marked += source.slice(from);
  const all = [...parts.keys()];
  return lines(marked).replace(/\u0000(\d+)\u0000/g, (_mark, at: string) => all[Number(at)] ?? '');
}

function lines(text: string): string {
  const all = text.split('\n');
  return all
    .flatMap((line, index) => {
      const isEdge = tableEdge.test(line) && line.includes('|');
      if (isEdge && isRow(all[index - 1] ?? '')) return [];
      if (isRow(line)) return [rowLine(line, tableEdge.test(all[index + 1] ?? ''))];
      if (/^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return [''];
      return [blockLine(line)];
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A row of a table; its head is bold. */
function rowLine(line: string, isHead: boolean): string {
  const cells = line.split('|').map((cell) => cell.trim());
  const said = cells.filter(Boolean).map(inlineMarks).join(' | ');
  return isHead && said !== '' ? `*${withoutBold(said)}*` : said;
}

function blockLine(line: string): string {
  const [, heading] = /^\s{0,3}#{1,6}\s{1,9}(\S.*)$/.exec(line) ?? [];
  if (heading !== undefined) {
    const said = withoutBold(inlineMarks(heading.replace(/\s#+\s*$/, '')));
    return said === '' ? '' : `*${said}*`;
  }
  return inlineMarks(line.replace(/^(\s{0,20})[*+](\s{1,9})(?=\S)/, '$1-$2'));
}

const withoutBold = (text: string): string => text.replace(/(?<!\w)\*([^*\n]+)\*(?!\w)/g, '$1').trim();

const inlineMarks = (line: string): string =>
  line
    .replace(/<br\s?\/?>/giu, '\n')
    .replace(
      /!?\[([^[\]\n]{0,300})\]\(<?([^\s()<>]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/g,
      (_link, label: string, address: string) => {
        const said = label.trim();
        return said === '' || said === address ? address : `${said}: ${address.replace(/^mailto:|^tel:/, '')}`;
      },
    )
    .replace(/<((?:https?:\/\/|\u0000)[^\s<>]{1,2000})>/g, '$1')
    .replace(/\*{3}([^*\n]{1,1000})\*{3}/g, '*_$1_*')
    .replace(/\*\*(?=[^\s*])([^*\n]{1,1000})\*\*/g, (_bold, said: string) => `*${said.trim()}*`)
    .replace(/(?<!\w)__(?=[^\s_])([^_\n]{1,1000})__(?!\w)/g, (_bold, said: string) => `*${said.trim()}*`)
    .replace(/~~(?=[^\s~])([^~\n]{1,1000})~~/g, (_struck, said: string) => `~${said.trim()}~`)
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1');

/** A text without WhatsApp's marks, for channels that show them as they are. */
export const withoutMarks = (text: string): string =>
  text
    .replace(/```([^`]{0,8000})```/g, '$1')
    .replace(/(?<![\w*])\*(?=[^\s*])([^*\n]{1,1000})(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/(?<![\w_/])_(?=[^\s_])([^_\n]{1,1000})(?<=\S)_(?![\w_/])/g, '$1')
    .replace(/(?<![\w~])~(?=[^\s~])([^~\n]{1,1000})(?<=\S)~(?![\w~])/g, '$1');
