import type { Localized } from '../../../../core/i18n.js';
import { decodeText, isBinary, parseCsv, withoutDelimiterLine } from '../../../../core/processing/csv.js';
import { defineTask } from '../../../../core/processing/task.js';
import type { FoundColumn } from '../../../contacts/contacts/import-export/contact-import.entity.js';
import { fileFaults } from '../ai-sms.errors.js';

/** A row with the values of the file. */
export interface FileRow {
  /** The line of the file, from 1, in which the row ends. */
  readonly line: number;
  readonly name: string;
  readonly number: string;
  /** The values of campo1 to campo5. */
  readonly fields: readonly string[];
}

/** The spec allows a heading and 50 rows. */
export const maxLines = 51;
export const fieldCount = 5;
const maxColumns = 200;
const sampleLines = 3;
const maxShown = 100;

const headings = ['nome', 'telefone', ...Array.from({ length: fieldCount }, (_, index) => `campo${index + 1}`)];
/** What a column may hold. */
const roles = [...headings, 'skip'];
const required = ['nome', 'telefone'];
/** Alternative names of columns. */
const synonyms: Readonly<Record<string, string>> = {
  name: 'nome',
  numero: 'telefone',
  phone: 'telefone',
  celular: 'telefone',
  whatsapp: 'telefone',
  // the names in reports
  ...Object.fromEntries(Array.from({ length: fieldCount }, (_, index) => [`field${index + 1}`, `campo${index + 1}`])),
};

/** A sample file that users can fill in. */
export const sampleCsv = `\ufeff${headings.join(';')}\r\nMaria Silva;5541999990000;Curitiba;;;;\r\n`;

/** The chosen roles of the columns, separated by commas; null without a choice, undefined if they are not valid. */
export function chosenColumns(written: string | null | undefined): readonly string[] | null | undefined {
  if (!written) return null;
  const chosen = written.split(',');
  const given = chosen.filter((role) => role !== 'skip');
  const isValid = chosen.every((role) => roles.includes(role)) && new Set(given).size === given.length;
  return isValid && required.every((role) => chosen.includes(role)) ? chosen : undefined;
}

/** A file of which `bytes` may be only the beginning. */
interface CsvFile {
  readonly bytes: Uint8Array;
  readonly size: number;
}
interface Fault {
  readonly fault: Localized;
}
interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The lines, the first of which has the headings, or why the file is refused. */
function linesOf({ bytes, size }: CsvFile): readonly [Line, ...Line[]] | Fault {
  const text = decodeText(bytes);
  if (isBinary(text)) return { fault: fileFaults.unreadable };
  if (
    withoutDelimiterLine(text)
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== '').length > maxLines
  )
    return { fault: fileFaults.tooManyLines };
  if (size > bytes.length) return { fault: fileFaults.tooLarge };
  const lines: Line[] = [];
  const brokenAt = parseCsv(text, (cells, line) => lines.push({ line, cells }));
  if (brokenAt) return { fault: fileFaults.unreadable };
  const [first, ...others] = lines;
  return first ? [first, ...others] : { fault: fileFaults.columns };
}

/** The rows, or why the file is refused. @param chosen what the columns hold; null leaves it to their headings */
export function parseRecipients(file: CsvFile, chosen: readonly string[] | null): readonly FileRow[] | Fault {
  const lines = linesOf(file);
  if ('fault' in lines) return lines;
  const [first, ...others] = lines;
  const columns = chosen ?? first.cells.map(columnOf);
  if (!required.every((name) => columns.includes(name))) return { fault: fileFaults.columns };
  if (others.length === 0) return { fault: fileFaults.empty };
  return others.map(({ line, cells }) => rowOf(cells, columns, line));
}

/** The columns of a file with their first values, or why it is refused. */
export function parseRecipientColumns(file: CsvFile): readonly FoundColumn[] | Fault {
  const lines = linesOf(file);
  if ('fault' in lines) return lines;
  const [{ cells: found }, ...others] = lines;
  const names = found.map(columnOf);
  return found.slice(0, maxColumns).map((heading, index) => {
    const name = names[index] ?? '';
    // a second column of the same name is not read
    const role = headings.includes(name) && names.indexOf(name) === index ? name : 'skip';
    const samples = others.slice(0, sampleLines).map(({ cells }) => shown(cells[index] ?? ''));
    return { heading: shown(heading), role, samples };
  });
}

const shown = (text: string): string => text.slice(0, maxShown).replaceAll('\u0000', '').toWellFormed();

/** {@link parseRecipients} in a process for untrusted input. */
export const readRecipients = defineTask(import.meta.url, parseRecipients, 5_000);

/** {@link parseRecipientColumns} in a process for untrusted input. */
export const readRecipientColumns = defineTask(import.meta.url, parseRecipientColumns, 5_000);

function rowOf(record: readonly string[], columns: readonly string[], line: number): FileRow {
  const cell = (name: string): string => record[columns.indexOf(name)] ?? '';
  const fields = headings.filter((name) => name.startsWith('campo')).map(cell);
  return { line, name: cell('nome'), number: cell('telefone'), fields };
}

const columnOf = (heading: string): string => {
  const text = heading
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
  return synonyms[text] ?? text;
};
