import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import type { Localized } from '../../../../core/i18n.js';
import { decodeText, isBinary, parseCsv } from '../../../../core/processing/csv.js';
import { defineTask } from '../../../../core/processing/task.js';
import type { FileLine, FoundColumn } from './contact-import.entity.js';
import {
  noColumns,
  noContacts,
  notCsvText,
  tooManyColumns,
  tooManyLines,
  unreadableTable,
} from './contact-imports.errors.js';
import { type ColumnRole, guessRoles } from './import-columns.js';
import { type Column, type LineRules, parseLine } from './import-line.js';

/** The contacts read from a file. */
export interface ContactFile {
  readonly total: number;
  readonly headings: readonly string[];
  /** Each batch is JSON of a {@link FileLine}[]: strings are copied between processes faster than objects. */
  readonly batches: readonly string[];
}

/** Why a file cannot be imported. */
export interface FileProblem {
  readonly problem: Localized;
}

/** How lines are read. */
export interface ReadingRules extends LineRules {
  readonly lines: number;
  /** What the columns hold; null leaves it to the headings. */
  readonly columns: readonly ColumnRole[] | null;
}

const maxRecordSize = 65_536;
/** Outlook exports 92 columns. */
const maxColumns = 200;
const maxHeading = 100;
const sampleLines = 3;
const maxSample = 100;
/** Longer than any field allows, so that the validation still reports a too long cell. */
const maxCell = 1_001;
const batchSize = 1_000;

/** Reads the lines of a CSV file or of a workbook's first sheet; the first line names the columns. */
export async function parseContactFile(bytes: Uint8Array, rules: ReadingRules): Promise<ContactFile | FileProblem> {
  const lines = new ContactLines(rules);
  const read = isWorkbook(bytes) ? readWorkbook : readCsv;
  return (await read(bytes, lines)) ?? lines.problem() ?? lines.file();
}

/** Runs {@link parseContactFile} in a process for untrusted input. */
export const readContactFile = defineTask(import.meta.url, parseContactFile, 60_000);

/** The columns of a file with their first values; of a CSV file its beginning is enough. */
export async function parseColumns(bytes: Uint8Array): Promise<readonly FoundColumn[] | FileProblem> {
  const lines = new FirstLines();
  const read = isWorkbook(bytes) ? readWorkbook : readCsv;
  const problem = await read(bytes, lines);
  const [headings, ...samples] = lines.found;
  if (problem || !headings) return problem ?? { problem: noContacts };
  if (headings.length > maxColumns) return { problem: tooManyColumns(maxColumns) };
  const roles = guessRoles(headings);
  return headings.map((heading, index) => ({
    heading: bounded(heading, maxHeading),
    role: roles[index] ?? 'skip',
    samples: samples.map((cells) => bounded(cells[index] ?? '', maxSample)),
  }));
}

/** Runs {@link parseColumns} in a process for untrusted input. */
export const readColumns = defineTask(import.meta.url, parseColumns, 20_000);

/** Takes lines until it has enough. */
interface Lines {
  readonly most: number;
  readonly isRefused: boolean;
  add(line: number, cells: readonly string[]): void;
}

/** The heading and the lines that are shown of a file. */
class FirstLines implements Lines {
  readonly most = sampleLines;
  readonly found: (readonly string[])[] = [];

  get isRefused(): boolean {
    return this.found.length > sampleLines;
  }

  add(_line: number, cells: readonly string[]): void {
    if (!this.isRefused) this.found.push(cells);
  }
}

/** Collects contacts up to a maximum as JSON, which takes a fraction of the memory of cells. */
class ContactLines implements Lines {
  private total = 0;
  private columns: readonly Column[] | undefined;
  private batch: FileLine[] = [];
  private readonly batches: string[] = [];

  constructor(private readonly rules: ReadingRules) {}

  get most(): number {
    return this.rules.lines;
  }

  add(line: number, cells: readonly string[]): void {
    if (!this.columns) {
      this.columns = cells.length > maxColumns ? [] : this.columnsOf(cells);
      return;
    }
    this.total += 1;
    if (this.isRefused) return;
    this.batch.push(
      parseLine(
        line,
        cells.slice(0, this.columns.length).map((cell) => bounded(cell)),
        this.columns,
        this.rules,
      ),
    );
    if (this.batch.length === batchSize) this.endBatch();
  }

  /** true once the file is refused, so that reading can stop. */
  get isRefused(): boolean {
    return this.problemOfColumns() !== undefined || this.total > this.most;
  }

  problem(): FileProblem | undefined {
    const problem = this.problemOfColumns() ?? (this.total > this.most ? tooManyLines(this.most) : undefined);
    return problem ? { problem } : this.total === 0 ? { problem: noContacts } : undefined;
  }

  file(): ContactFile {
    this.endBatch();
    const headings = this.columns?.map(({ heading }) => heading) ?? [];
    return { total: this.total, headings, batches: this.batches };
  }

  private problemOfColumns(): Localized | undefined {
    if (this.columns?.length === 0) return tooManyColumns(maxColumns);
    return this.columns?.some(({ role }) => role === 'number') ? undefined : noColumns;
  }

  private columnsOf(cells: readonly string[]): Column[] {
    const roles = this.rules.columns ?? guessRoles(cells);
    return cells.map((cell, index) => ({ heading: bounded(cell, maxHeading), role: roles[index] ?? 'skip' }));
  }

  private endBatch(): void {
    if (this.batch.length > 0) this.batches.push(JSON.stringify(this.batch));
    this.batch = [];
  }
}

/** Removes what PostgreSQL cannot store: NUL and half of a surrogate pair. */
const bounded = (cell: string, most = maxCell): string => cell.slice(0, most).replaceAll('\u0000', '').toWellFormed();

function readCsv(bytes: Uint8Array, lines: Lines): FileProblem | undefined {
  const text = decodeText(bytes);
  if (isBinary(text)) return { problem: notCsvText };
  const limits = { max_record_size: maxRecordSize, to: lines.most + 2 };
  const brokenAt = parseCsv(text, (record, line) => lines.add(line, record), limits);
  return brokenAt === undefined ? undefined : { problem: unreadableTable(brokenAt) };
}

/** Recognises a workbook by the first bytes of a zip archive. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'));

async function readWorkbook(bytes: Uint8Array, lines: Lines): Promise<undefined> {
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const cells = values.map(cellText);
    if (cells.every((cell) => cell === '')) continue;
    lines.add(index + 1, cells);
    if (lines.isRefused) return;
  }
}

function cellText(value: CellValue): string {
  if (value instanceof Date) {
    const [day = '', time = ''] = value.toISOString().split('T');
    const date = day.split('-').reverse().join('/');
    return time.startsWith('00:00:00') ? date : `${date} ${time.slice(0, 8)}`;
  }
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value ?? '').trim();
}
