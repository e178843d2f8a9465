import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import { RecordTable, type Stored } from '../../../../core/resource/record-table.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { ContactFilesService, type FileLimits } from './contact-files.service.js';
import type { FileImport, FileRefusal, FoundColumn, ImportFault, ImportStatus } from './contact-import.entity.js';
import { contactImportErrors, invalidColumns, tableFileRequired, unreadableColumns } from './contact-imports.errors.js';
import {
  type ImportProgress,
  importHeadings,
  importOf,
  importProgress,
  newestImports,
  refusalsAfter,
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

/** What an import reads and where it keeps its rows; its list and its job share it. */
export interface ImportKind<I extends FileImport> {
  readonly entity: new () => I;
  readonly refusals: new () => FileRefusal;
  readonly limits: FileLimits;
  /** Whether a line with a valid number can still be refused. */
  readonly refusesLater: boolean;
}

/** The imports of files that were started, as screens show them. */
export abstract class FileImportList<I extends FileImport> {
  protected abstract readonly kind: ImportKind<I>;

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
    const found = await files.columns(key, this.kind.limits.megabytes);
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
      const page = { importId, line: after, limit: refusedPage };
      const rows = await inCompany(() => db.rows(refusalsAfter(db.companyId, this.refusalsName, page)));
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

  /** The caller's newest imports. */
  protected async newest(where?: Condition): Promise<ImportView[]> {
    const { db, context } = this.deps;
    const rows = await db.rows(newestImports(db.companyId, this.table, context.actor.userId, where));
    return rows.map((row) => this.view(row));
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
    return new RecordTable(this.deps.db, this.kind.entity);
  }

  private get refusalsName(): string {
    return this.deps.db.metadata.get(this.kind.refusals).tableName;
  }

  private get tableName(): string {
    return this.deps.db.metadata.get(this.kind.entity).tableName;
  }
}
