import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { brokenTable, noColumns, noText, UnreadableTable } from './contact-care.errors.js';

/** What each cell of a line is. */
export type Column = 'name' | 'number' | 'email' | { readonly info: string } | null;

/** How a file is to be read; found by looking at all of it once. */
export interface TableShape {
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252';
  readonly delimiter: string;
  readonly columns: readonly Column[];
}

export interface TableLine {
  /** Of the file, from 1, where the record ends. */
  readonly line: number;
  readonly cells: readonly string[];
}

type Opened = () => Promise<Readable>;

const headBytes = 65_536;
const maxRecordBytes = 200_000;
const maxInfoName = 100;

/** @throws UnreadableTable for what is no text or does not say what its columns are. */
export async function shapeOf(open: Opened): Promise<TableShape> {
  const { encoding, head } = await look(await open());
  const first = new TextDecoder(encoding).decode(head).split(/\r\n|\n|\r/, 1)[0] ?? '';
  const delimiter = delimiterOf(first);
  for await (const { cells } of linesOf(open, { encoding, delimiter })) {
    const columns = columnsOf(cells);
    if (!columns.includes('name') || !columns.includes('number')) break;
    return { encoding, delimiter, columns };
  }
  throw new UnreadableTable(noColumns);
}

/** Every line of the file that is not empty, its heading first. @throws UnreadableTable where quotes do not close. */
export async function* linesOf(
  open: Opened,
  { encoding, delimiter }: Pick<TableShape, 'encoding' | 'delimiter'>,
): AsyncGenerator<TableLine> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
  });
  // a failure of the source destroys the parser with it, and is thrown by the loop below
  pipeline(Readable.from(textOf(await open(), encoding)), parser, () => undefined);
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      line = info.lines;
      yield { line, cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableTable(brokenTable(line + 1)) : error;
  }
}

/** Reads all of it: only then is it sure that a file is UTF-8 and not what spreadsheets write without being told. */
async function look(file: Readable): Promise<{ encoding: TableShape['encoding']; head: Buffer }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let utf8 = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (size < headBytes) chunks.push(chunk);
    size += chunk.length;
    utf8 &&= decodes(decoder, chunk);
  }
  const head = Buffer.concat(chunks).subarray(0, headBytes);
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', head };
  if (head.includes(0)) throw new UnreadableTable(noText);
  return { encoding: utf8 && decodes(decoder) ? 'utf-8' : 'windows-1252', head };
}

/** Without a chunk: whether what came so far ends where a character ends. */
function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

async function* textOf(file: Readable, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of file as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The one that is most often in the heading, outside of quotes. */
function delimiterOf(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, '');
  const counted = [';', ',', '\t'].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ';';
}

const names: Readonly<Record<'name' | 'number' | 'email', RegExp>> = {
  name: /^(nome|name|nombre|contato|contact|contacto)$/,
  number: /^(numero|number|telefone|telefono|phone|fone|celular|whatsapp|mobile)$/,
  email: /^(e?mail|correo|correoelectronico)$/,
};

/** By what the heading says, whatever its case and accents; what is not known becomes further information. */
function columnsOf(heading: readonly string[]): Column[] {
  const taken = new Set<string>();
  return heading.map((cell) => {
    const word = cell
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
    const known = (['name', 'number', 'email'] as const).find((name) => names[name].test(word) && !taken.has(name));
    if (!known) return cell === '' ? null : { info: cell.slice(0, maxInfoName) };
    taken.add(known);
    return known;
  });
}
