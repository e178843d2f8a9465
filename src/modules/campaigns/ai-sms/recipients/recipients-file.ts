import type { Localized } from '../../../../core/i18n.js';
import { decodeText, isBinary, parseCsv, withoutDelimiterLine } from '../../../../core/processing/csv.js';
import { defineTask } from '../../../../core/processing/task.js';
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

const headings = ['nome', 'telefone', ...Array.from({ length: fieldCount }, (_, index) => `campo${index + 1}`)];
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

/** The rows, or why the file is refused. @param size of the whole file, of which `bytes` may be only the beginning */
export function parseRecipients(bytes: Uint8Array, size: number): readonly FileRow[] | { readonly fault: Localized } {
  const text = decodeText(bytes);
  if (isBinary(text)) return { fault: fileFaults.unreadable };
  if (
    withoutDelimiterLine(text)
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== '').length > maxLines
  )
    return { fault: fileFaults.tooManyLines };
  if (size > bytes.length) return { fault: fileFaults.tooLarge };
  const rows: FileRow[] = [];
  let columns: readonly string[] | undefined;
  const brokenAt = parseCsv(text, (record, line) => {
    if (columns) rows.push(rowOf(record, columns, line));
    else columns = record.map(columnOf);
  });
  if (brokenAt) return { fault: fileFaults.unreadable };
  if (!columns?.includes('nome') || !columns.includes('telefone')) return { fault: fileFaults.columns };
  return rows.length === 0 ? { fault: fileFaults.empty } : rows;
}

/** {@link parseRecipients} in a process for untrusted input. */
export const readRecipients = defineTask(import.meta.url, parseRecipients, 5_000);

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
