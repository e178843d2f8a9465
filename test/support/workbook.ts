import { inflateRawSync } from 'node:zlib';
import { Parser } from 'htmlparser2';

export interface WorkbookCell {
  /** `s` for text, `n` for numbers; a formula would be `f`. */
  readonly type: 's' | 'n' | 'f';
  readonly value: string;
  /** The number format. */
  readonly format: string;
}

/** The entries of a zip file, by its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    entries.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      (method === 0 ? data : inflateRawSync(data)).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return entries;
}

type Visit = (name: string, attributes: Readonly<Record<string, string>>, text: () => string) => void;

/** Calls `visit` at the end of every element of the XML, with the text that came since its start. */
function walk(xml: string, visit: Visit): void {
  const open: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void open.push({ name, attributes, text: '' }),
      ontext: (text) => {
        for (const element of open) element.text += text;
      },
      onclosetag: () => {
        const element = open.pop();
        if (element) visit(element.name, element.attributes, () => element.text);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

/** Rows of every sheet of an XLSX file, read without the library that writes it. */
export function readWorkbook(bytes: Buffer): WorkbookCell[][][] {
  const entries = unzip(bytes);
  const formats = new Map<string, string>([
    ['0', 'General'],
    ['49', '@'],
  ]);
  const styles: string[] = [];
  let xfs: string[] = [];
  walk(entries.get('xl/styles.xml') ?? '', (name, attributes) => {
    if (name === 'numFmt') formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
    if (name === 'xf') xfs.push(attributes['numFmtId'] ?? '0');
    if (name === 'cellXfs') styles.push(...xfs);
    if (name === 'cellStyleXfs' || name === 'cellXfs') xfs = [];
  });
  const names = [...entries.keys()].filter((name) => name.startsWith('xl/worksheets/'));
  return names.toSorted().map((name) => {
    const rows: WorkbookCell[][] = [];
    let row: WorkbookCell[] = [];
    let formula = false;
    walk(entries.get(name) ?? '', (element, { t: type, s: style = '0' }, text) => {
      if (element === 'f') formula = true;
      if (element === 'c') {
        const kind = formula ? 'f' : type === 'inlineStr' ? 's' : 'n';
        row.push({ type: kind, value: text(), format: formats.get(styles[Number(style)] ?? '') ?? '' });
        formula = false;
      }
      if (element !== 'row') return;
      rows.push(row);
      row = [];
    });
    return rows;
  });
}
