import { CsvError, parse } from 'csv-parse/sync';
import type { Localized } from '../../../core/i18n.js';
import { defineTask } from '../../../core/processing/task.js';
import { type ContactColumn, contactColumns } from './contact-columns.js';
import {
  noColumns,
  noContacts,
  notCsvText,
  tooManyColumns,
  tooManyLines,
  unreadableTable,
} from './contact-imports.errors.js';

/** What each cell of a line is. */
export type Column = ContactColumn | { readonly info: string } | null;

export interface TableLine {
  /** Line of the file, from 1, where the record ends. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The contacts of a file. */
export interface Table {
  readonly columns: readonly Column[];
  readonly total: number;
  /** JSON of a {@link TableLine}[] each: strings are copied between threads faster than objects. */
  readonly batches: readonly string[];
}

/** Why a file cannot be imported. */
export interface TableProblem {
  readonly problem: Localized;
}

const headBytes = 65_536;
const maxRecordBytes = 65_536;
const maxLines = 20_000;
/** Name, number, e-mail and as many further columns as an export has. */
const maxColumns = 60;
const maxInfoName = 100;
/** Longer than any field may be, so that validation still finds it too long. */
const maxCell = 1_001;
const batchSize = 500;

export function parseTable(bytes: Uint8Array): Table | TableProblem {
  if (!isUtf16(bytes) && bytes.includes(0)) return { problem: notCsvText };
  const text = decoded(bytes);
  const lines: TableLine[] = [];
  let line = 1;
  let columns: readonly Column[] | undefined;
  try {
    parse(text, {
      delimiter: delimiterOf(text.slice(0, headBytes).split(/\r\n|\n|\r/, 1)[0] ?? ''),
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      to: maxLines + 2,
      on_record: (record, context) => {
        line = context.lines;
        if (columns) lines.push({ line, cells: cellsOf(record, columns.length) });
        else columns = record.length > maxColumns ? [] : columnsOf(record);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: unreadableTable(line + 1) };
  }
  if (columns?.length === 0) return { problem: tooManyColumns(maxColumns) };
  if (!columns?.includes('name') || !columns.includes('number')) return { problem: noColumns };
  if (lines.length > maxLines) return { problem: tooManyLines(maxLines) };
  if (lines.length === 0) return { problem: noContacts };
  return { columns, total: lines.length, batches: batched(lines) };
}

const cellsOf = (record: readonly string[], count: number): string[] =>
  record.slice(0, count).map((cell) => cell.slice(0, maxCell));

/** {@link parseTable}, in the worker thread. */
export const readTable = defineTask(import.meta.url, parseTable, 20_000);

function batched(lines: readonly TableLine[]): string[] {
  const batches: string[] = [];
  for (let from = 0; from < lines.length; from += batchSize)
    batches.push(JSON.stringify(lines.slice(from, from + batchSize)));
  return batches;
}

const isUtf16 = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;

/** UTF-8 if valid, else the encoding that spreadsheets use by default. */
function decoded(bytes: Uint8Array): string {
  if (isUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The most frequent one in the heading, outside of quotes. */
function delimiterOf(heading: string): string {
  const unquoted = heading.replace(/"[^"]*"/g, '');
  const counts = [';', ',', '\t'].map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ';';
}

const knownHeadings = Object.entries(contactColumns).map(([name, { heading, also }]) => ({
  name: name as ContactColumn,
  texts: [...Object.values(heading), ...also],
}));

/** By the heading, whatever its case and accents; unknown columns become further information. */
function columnsOf(heading: readonly string[]): Column[] {
  const found = new Set<string>();
  return heading.map((cell) => {
    const text = cell
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
    const known = knownHeadings.find(({ name, texts }) => texts.includes(text) && !found.has(name));
    if (!known) return cell === '' ? null : { info: cell.slice(0, maxInfoName) };
    found.add(known.name);
    return known.name;
  });
}
