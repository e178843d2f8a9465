import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import type { Localized } from '../../../../core/i18n.js';
import { decodeText, isBinary, parseCsv } from '../../../../core/processing/csv.js';
import { defineTask } from '../../../../core/processing/task.js';
import { type ColumnName, contactColumns } from '../fields/contact-fields.js';
import {
  noColumns,
  noContacts,
  notCsvText,
  tooManyColumns,
  tooManyLines,
  unreadableTable,
} from './contact-imports.errors.js';
import { type Column, type FileLine, parseLine } from './import-line.js';

/** The contacts read from a file. */
export interface ContactFile {
  readonly total: number;
  /** Each batch is JSON of a {@link FileLine}[]: strings are copied between processes faster than objects. */
  readonly batches: readonly string[];
}

/** Why a file cannot be imported. */
export interface FileProblem {
  readonly problem: Localized;
}

const maxRecordSize = 65_536;
/** The declared columns and the maximum of extra info columns of an export. */
const maxColumns = 60;
const maxInfoName = 100;
/** Longer than any field allows, so that the validation still reports a too long cell. */
const maxCell = 1_001;
const batchSize = 1_000;

/** Reads the lines of a CSV file or of a workbook's first sheet; the first line names the columns. */
export async function parseContactFile(bytes: Uint8Array, maxLines: number): Promise<ContactFile | FileProblem> {
  const lines = new ContactLines(maxLines);
  const read = isWorkbook(bytes) ? readWorkbook : readCsv;
  return (await read(bytes, lines)) ?? lines.problem() ?? lines.file();
}

/** Runs {@link parseContactFile} in a process for untrusted input. */
export const readContactFile = defineTask(import.meta.url, parseContactFile, 60_000);

/** Collects contacts up to a maximum as JSON, which takes a fraction of the memory of cells. */
class ContactLines {
  private total = 0;
  private columns: readonly Column[] | undefined;
  private batch: FileLine[] = [];
  private readonly batches: string[] = [];

  constructor(readonly most: number) {}

  add(line: number, cells: readonly string[]): void {
    if (!this.columns) {
      this.columns = cells.length > maxColumns ? [] : columnsOf(cells);
      return;
    }
    this.total += 1;
    if (this.isRefused) return;
    this.batch.push(
      parseLine(
        line,
        cells.slice(0, this.columns.length).map((cell) => bounded(cell)),
        this.columns,
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
    return { total: this.total, batches: this.batches };
  }

  private problemOfColumns(): Localized | undefined {
    if (this.columns?.length === 0) return tooManyColumns(maxColumns);
    return this.columns?.includes('name') && this.columns.includes('number') ? undefined : noColumns;
  }

  private endBatch(): void {
    if (this.batch.length > 0) this.batches.push(JSON.stringify(this.batch));
    this.batch = [];
  }
}

/** Removes what PostgreSQL cannot store: NUL and half of a surrogate pair. */
const bounded = (cell: string, most = maxCell): string => cell.slice(0, most).replaceAll('\u0000', '').toWellFormed();

function readCsv(bytes: Uint8Array, lines: ContactLines): FileProblem | undefined {
  const text = decodeText(bytes);
  if (isBinary(text)) return { problem: notCsvText };
  const limits = { max_record_size: maxRecordSize, to: lines.most + 2 };
  const brokenAt = parseCsv(text, (record, line) => lines.add(line, record), limits);
  return brokenAt === undefined ? undefined : { problem: unreadableTable(brokenAt) };
}

/** Recognises a workbook by the first bytes of a zip archive. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'));

async function readWorkbook(bytes: Uint8Array, lines: ContactLines): Promise<undefined> {
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

const knownHeadings = Object.entries(contactColumns).map(([name, { heading, also }]) => ({
  name: name as ColumnName,
  texts: [...Object.values(heading), ...also],
}));

/** Finds columns by heading, ignoring case and accents; unknown columns become extra info. */
function columnsOf(heading: readonly string[]): Column[] {
  const found = new Set<string>();
  return heading.map((cell) => {
    const text = cell
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
    const known = knownHeadings.find(({ name, texts }) => texts.includes(text) && !found.has(name));
    if (!known) return cell === '' ? null : { info: bounded(cell, maxInfoName) };
    found.add(known.name);
    return known.name;
  });
}
