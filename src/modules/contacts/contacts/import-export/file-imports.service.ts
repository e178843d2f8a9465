import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import { RecordTable, type Stored } from '../../../../core/resource/record-table.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import type { ContactFile, FoundColumn } from './contact-file.js';
import { ContactFilesService, type FileLimits } from './contact-files.service.js';
import type {
  FileImport,
  FileLine,
  FileRefusal,
  ImportedContact,
  ImportFault,
  ImportStatus,
  RefusedLine,
} from './contact-import.entity.js';
import { contactImportErrors, invalidColumns, tableFileRequired, unreadableColumns } from './contact-imports.errors.js';
import {
  beginImport,
  endImport,
  type ImportProgress,
  importHeadings,
  importOf,
  importProgress,
  insertRefusals,
  lockImport,
  moveImport,
  newestImports,
  refusalsAfter,
  setImportTotal,
} from './file-imports.queries.js';
import { type ColumnRole, isColumnRole } from './import-columns.js';

/** An import as screens show it. */
export interface ImportView {
  readonly id: number;
  readonly name: string;
  readonly status: ImportStatus;
  readonly total: number;
  readonly position: number;
  readonly created: number;
  readonly skipped: number;
  readonly refused: number;
  /** How many contacts were imported with something cut or left out. */
  readonly noted: number;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
  readonly notes: readonly { readonly line: number; readonly message: string }[];
  readonly problem: string | null;
  readonly createdAt: Stored<FileImport>['createdAt'];
  readonly finishedAt: Stored<FileImport>['finishedAt'];
}

/** The result of storing a batch. */
export interface StoredLines {
  readonly created: number;
  /** Contacts whose number already exists. */
  readonly skipped: number;
  /** The refused lines. */
  readonly faults: readonly ImportFault[];
}

const maxFaults = 100;
const refusedPage = 1_000;

/** Their own words, so that a corrected file does not take them for information about a contact. */
const lineHeading = t('Linha do arquivo', 'Line of the file', 'Línea del archivo');
const reasonHeading = t('Motivo da recusa', 'Reason of refusal', 'Motivo del rechazo');
const nameHeading = t('Nome', 'Name', 'Nombre');
const numberHeading = t('Número', 'Number', 'Número');

/** The types of CSV files and workbooks, as browsers send them or as their first bytes show. */
const tableTypes =
  /^(text\/(csv|plain)|application\/(octet-stream|zip|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet))$/;
const xlsxType = 'application/zip';

/** Only a name with .xlsx tells a workbook from another archive. */
const isTable = ({ mime, name }: UploadedFile): boolean =>
  tableTypes.test(mime) && (mime !== xlsxType || /\.xlsx$/i.test(name));

/** The dependencies that all imports of files share. */
@Injectable()
export class FileImportDependencies {
  constructor(
    readonly db: Db,
    readonly context: Context,
    readonly jobs: Jobs,
    readonly files: ContactFilesService,
    readonly settings: SettingsService,
    readonly csvExporter: CsvExporter,
  ) {}
}

/**
 * Imports of files; a job of the module runs {@link import}. Each small transaction stores rows and the import's new
 * position, so that every line counts once even if the process dies or another one takes over.
 */
export abstract class FileImports<I extends FileImport> {
  protected abstract readonly entity: new () => I;
  protected abstract readonly refusals: new () => FileRefusal;
  protected abstract readonly limits: FileLimits;

  constructor(protected readonly deps: FileImportDependencies) {}

  /** @throws 404 */
  async get(id: number): Promise<ImportView> {
    const { db } = this.deps;
    const row = await db.row(importOf(db.companyId, this.table, id));
    if (!row) throw contactImportErrors.ERR_NO_CONTACT_IMPORT_FOUND();
    return this.view(row);
  }

  /** The progress for sockets, with the user it belongs to; undefined if the import no longer exists. */
  async progress(id: number): Promise<(ImportProgress & { readonly userId: number }) | undefined> {
    const { db } = this.deps;
    return db.row(importProgress(db.companyId, this.table, id));
  }

  /**
   * The columns of a file with their first values; the file is removed. Call it outside of a transaction.
   * @throws 400 when there is no file or it cannot be read
   */
  async columnsOf(file: UploadedFile | undefined): Promise<readonly FoundColumn[]> {
    const { db, context, files, jobs } = this.deps;
    const { key } = this.tableOf(file);
    const found = await files.columns(key, this.limits.megabytes);
    await db.runAs(context.actor.companyId, () => enqueueFileRemoval(jobs, [key]));
    if ('problem' in found) throw unreadableColumns(found.problem);
    return found;
  }

  /**
   * The lines of the file that were refused, with all their cells and the reason. Call it outside of a transaction.
   * @throws 404, and as {@link CsvExporter.csv}
   */
  protected async refusedLines(importId: number, action: string): Promise<Readable> {
    const { db, context, csvExporter } = this.deps;
    const { locale, actor } = context;
    const inCompany = <T>(work: () => Promise<T>): Promise<T> => db.runAs(actor.companyId, work);
    await inCompany(() => this.get(importId));
    const row = await inCompany(() => db.row(importHeadings(db.companyId, this.tableName, importId)));
    const headings = row?.headings ?? [nameHeading[locale], numberHeading[locale]];
    return csvExporter.csv({
      action,
      headings: [...headings, lineHeading[locale], reasonHeading[locale]],
      batches: this.refusedBatches(importId, headings.length, inCompany),
    });
  }

  private async *refusedBatches(
    importId: number,
    width: number,
    inCompany: <T>(work: () => Promise<T>) => Promise<T>,
  ): AsyncGenerator<string[][]> {
    const { db, context } = this.deps;
    const { locale } = context;
    for (let after = 0, full = true; full; ) {
      const page = () => db.rows(refusalsAfter(db.companyId, this.refusalsName, importId, after, refusedPage));
      const rows = await inCompany(page);
      yield rows.map(({ line, name, number, cells, reason }) => {
        const own = cells ?? [name, number];
        return [...Array.from({ length: width }, (_, index) => own[index] ?? ''), String(line), reason[locale]];
      });
      after = rows.at(-1)?.line ?? after;
      full = rows.length === refusedPage;
    }
  }

  /** The file, if it can be a table. @throws 400 */
  protected tableOf(file: UploadedFile | undefined): UploadedFile {
    if (!file || !isTable(file)) throw tableFileRequired();
    return file;
  }

  /** The chosen roles of the columns, separated by commas; null without a choice. @throws 400 */
  protected chosenColumns(written: string | null | undefined): ColumnRole[] | null {
    if (!written) return null;
    const chosen = written.split(',');
    const roles = chosen.filter(isColumnRole);
    if (roles.length !== chosen.length || !roles.includes('number')) throw invalidColumns();
    return roles;
  }

  /** Stores refused lines, so that they can be downloaded. */
  protected async keepRefused(importId: number, refused: readonly RefusedLine[]): Promise<void> {
    if (refused.length === 0) return;
    const { db } = this.deps;
    await db.run(insertRefusals(db.companyId, this.refusalsName, importId, refused));
  }

  /** Stores the contacts of a batch at the target of the import. */
  protected abstract store(
    importId: number,
    contacts: readonly ImportedContact[],
    refused: readonly RefusedLine[],
  ): Promise<StoredLines>;
  /** Called when the import has started, progressed or ended. */
  protected abstract changed(importId: number): void;

  /** The caller's newest imports. */
  protected async newest(where?: Condition): Promise<ImportView[]> {
    const { db, context } = this.deps;
    const rows = await db.rows(newestImports(db.companyId, this.table, context.actor.userId, where));
    return rows.map((row) => this.view(row));
  }

  protected async import(importId: number, companyId: number): Promise<void> {
    const { db, files } = this.deps;
    const inCompany = <T>(work: () => Promise<T>): Promise<T> => db.runAs(companyId, work);
    const running = await inCompany(() => this.begin(importId));
    if (!running) return;
    const { megabytes, lines: most } = this.limits;
    const country = await inCompany(() => this.deps.settings.get('country'));
    const { columns, mediaKey } = running;
    const file = await files.read(mediaKey, megabytes, { lines: most, country, columns });
    if ('problem' in file) return inCompany(() => this.finish(importId, file.problem));
    await inCompany(() => this.setTotal(importId, file));
    for (const { from, lines } of batches(file, running.position))
      if (!(await inCompany(() => this.storeBatch(importId, from, lines)))) return;
    await inCompany(() => this.finish(importId, null));
  }

  protected async finish(importId: number, problem: Localized | null): Promise<void> {
    const { db, jobs } = this.deps;
    const row = await db.row(endImport(db.companyId, this.tableName, importId, problem));
    if (row?.key) await enqueueFileRemoval(jobs, [row.key]);
    if (row) this.changed(importId);
  }

  /** undefined if the import has ended. */
  private async begin(
    importId: number,
  ): Promise<{ mediaKey: string; position: number; columns: readonly ColumnRole[] | null } | undefined> {
    const { db } = this.deps;
    const row = await db.row(beginImport(db.companyId, this.tableName, importId));
    if (row) this.changed(importId);
    return row;
  }

  private async setTotal(importId: number, file: ContactFile): Promise<void> {
    const { db } = this.deps;
    await db.run(setImportTotal(db.companyId, this.tableName, importId, file));
    this.changed(importId);
  }

  /** false if another process has stored the batch. */
  private async storeBatch(importId: number, from: number, lines: readonly FileLine[]): Promise<boolean> {
    const { db } = this.deps;
    const current = await db.row(lockImport(db.companyId, this.tableName, importId, from));
    if (!current) return false;
    const contacts = lines.filter((line): line is ImportedContact => !('text' in line));
    const refused = lines.filter((line): line is RefusedLine => 'text' in line);
    const notes = contacts.flatMap(({ line, notes: own = [] }) => own.map((text) => ({ line, text })));
    const { created, skipped, faults } = await this.store(importId, contacts, refused);
    await db.run(
      moveImport(db.companyId, this.tableName, importId, {
        lines: lines.length,
        created,
        skipped,
        refused: faults.length,
        faults: [...current.faults, ...faults].slice(0, maxFaults),
        noted: contacts.filter((contact) => contact.notes).length,
        notes: [...current.notes, ...notes].slice(0, maxFaults),
      }),
    );
    this.changed(importId);
    return true;
  }

  private view({ faults, notes, problem, ...row }: Stored<FileImport>): ImportView {
    const { locale } = this.deps.context;
    const { id, name, status, total, position, created, skipped, refused, noted, createdAt, finishedAt } = row;
    const said = (all: readonly ImportFault[]) => all.map(({ line, text }) => ({ line, message: text[locale] }));
    return {
      ...{ id, name, status, total, position, created, skipped, refused, noted },
      errors: said(faults),
      notes: said(notes),
      problem: problem?.[locale] ?? null,
      createdAt,
      finishedAt,
    };
  }

  private get table(): RecordTable<I> {
    return new RecordTable(this.deps.db, this.entity);
  }

  private get refusalsName(): string {
    return this.deps.db.metadata.get(this.refusals).tableName;
  }

  private get tableName(): string {
    return this.deps.db.metadata.get(this.entity).tableName;
  }
}

interface Batch {
  /** The number of lines before the batch. */
  readonly from: number;
  readonly lines: readonly FileLine[];
}

/** The lines after the first `position`. */
function* batches(file: ContactFile, position: number): Generator<Batch> {
  let from = 0;
  for (const batch of file.batches) {
    const lines = JSON.parse(batch) as FileLine[];
    const done = Math.max(0, position - from);
    if (done < lines.length) yield { from: from + done, lines: lines.slice(done) };
    from += lines.length;
  }
}
