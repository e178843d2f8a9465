import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Locale, Localized } from '../i18n.js';

/** The formats for spreadsheets: CSV that a Portuguese Excel opens without an import, or a workbook. */
export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

export type CellKind = 'text' | 'number' | 'day' | 'time' | 'duration';

/** Text; a number; a day or time of the reader's clock (`2026-11-23`, `2026-11-23 14:05:00`); a duration in seconds. */
export type Cell = string | number | null;

export interface TableColumn {
  readonly heading: string;
  /** The default is text. */
  readonly kind?: CellKind;
}

/** Batches of rows, each read in its own transaction, so that neither memory nor a transaction grows with the table. */
export type RowBatches = AsyncIterable<readonly (readonly Cell[])[]>;

/** A column for rows of one type, in every language. */
export interface RowColumn<Row> {
  readonly heading: Localized;
  readonly kind?: CellKind;
  readonly value: (row: Row, locale: Locale) => Cell;
}

export const headingsOf = (columns: readonly Omit<RowColumn<never>, 'value'>[], locale: Locale): TableColumn[] =>
  columns.map(({ heading, kind }) => ({ heading: heading[locale], ...(kind ? { kind } : {}) }));

export const cellsOf = <Row>(columns: readonly RowColumn<Row>[], row: Row, locale: Locale): Cell[] =>
  columns.map(({ value }) => value(row, locale));

export const mimeOfTable: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Encodes the table as a stream; closing it early ends the iteration of the batches. */
export const encodeTable = (format: TableFormat, columns: readonly TableColumn[], batches: RowBatches): Readable =>
  format === 'csv'
    ? Readable.from(csvChunks(columns, batches), { objectMode: false })
    : Readable.fromWeb(
        writeXlsxStream(xlsxRows(columns, batches), {
          name: 'Atende',
          freezePane: { rows: 1 },
          columns: columns.map(({ heading, kind = 'text' }) => ({
            header: plainText(heading),
            width: widths[kind],
            style: styles[kind],
          })),
        }) as Parameters<typeof Readable.fromWeb>[0],
      );

/** UTF-8 with a byte order mark and semicolons; every cell is quoted, on one line, and no formula. */
async function* csvChunks(columns: readonly TableColumn[], batches: RowBatches): AsyncGenerator<string> {
  const kinds = columns.map(({ kind = 'text' }) => kind);
  yield `\ufeff${csvLine(columns.map(({ heading }) => csvText(heading)))}`;
  for await (const batch of batches)
    yield batch.map((row) => csvLine(row.map((cell, index) => csvCell(kinds[index] ?? 'text', cell)))).join('');
}

const csvLine = (cells: readonly string[]): string => `"${cells.join('";"')}"\r\n`;

function csvCell(kind: CellKind, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return kind === 'duration' ? clockTime(cell) : String(cell).replace('.', ',');
  return kind === 'day' || kind === 'time'
    ? `${cell.slice(0, 10).split('-').reverse().join('/')}${cell.slice(10)}`
    : csvText(cell);
}

/**
 * Keeps a cell on one line of text, because programs that ignore quotes would start a row at a line end. What a
 * spreadsheet would read as a formula, also after blanks, gets the apostrophe that marks it as text.
 */
function csvText(text: string): string {
  const line = text.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ').replaceAll('"', '""');
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\t/u.test(line) ? `'${line}` : line;
}

/** The duration as hh:mm:ss, which spreadsheets can add up; a day or more is written in hours. */
function clockTime(seconds: number): string {
  const all = Math.max(0, Math.round(seconds));
  return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Formats in the file's invariant notation, which every Excel shows in its own language. */
const styles: Readonly<Record<CellKind, { numFmt: string }>> = {
  text: { numFmt: '@' },
  number: { numFmt: 'General' },
  day: { numFmt: 'dd/mm/yyyy' },
  time: { numFmt: 'dd/mm/yyyy hh:mm:ss' },
  duration: { numFmt: '[h]:mm:ss' },
};
const widths: Readonly<Record<CellKind, number>> = { text: 24, number: 12, day: 12, time: 19, duration: 14 };

const secondsOfDay = 86_400;
/** The days of a spreadsheet's calendar before 1970. */
const epochDay = 25_569;
/** Excel reports a file as damaged if a text is longer, or contains characters that XML does not allow. */
const longestText = 32_767;
const plainText = (text: string): string => text.replace(/[\ufffe\uffff]/g, '').slice(0, longestText);

/** Texts have the type of texts, so that none is evaluated as a formula. */
async function* xlsxRows(
  columns: readonly TableColumn[],
  batches: RowBatches,
): AsyncGenerator<(string | number | null)[]> {
  const kinds = columns.map(({ kind = 'text' }) => kind);
  for await (const batch of batches)
    for (const row of batch) yield row.map((cell, index) => xlsxCell(kinds[index] ?? 'text', cell));
}

function xlsxCell(kind: CellKind, cell: Cell): string | number | null {
  if (typeof cell === 'number') return kind === 'duration' ? Math.max(0, cell) / secondsOfDay : cell;
  if (cell === null || kind === 'text') return cell === null ? null : plainText(cell);
  return Date.parse(`${cell.replace(' ', 'T')}${kind === 'day' ? 'T00:00:00' : ''}Z`) / 1000 / secondsOfDay + epochDay;
}
