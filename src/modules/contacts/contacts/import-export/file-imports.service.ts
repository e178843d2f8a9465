import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { RecordTable, type Stored } from '../../../../core/resource/record-table.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { ContactFile } from './contact-file.js';
import { ContactFilesService, type FileLimits } from './contact-files.service.js';
import type { FileImport, ImportedContact, ImportFault, ImportStatus, RefusedLine } from './contact-import.entity.js';
import { contactImportErrors } from './contact-imports.errors.js';
import {
  beginImport,
  endImport,
  type ImportProgress,
  importOf,
  importProgress,
  lockImport,
  moveImport,
  newestImports,
  setImportTotal,
} from './file-imports.queries.js';
import type { FileLine } from './import-line.js';

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
  readonly errors: readonly { readonly line: number; readonly message: string }[];
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

/** The dependencies that all imports of files share. */
@Injectable()
export class FileImportDependencies {
  constructor(
    readonly db: Db,
    readonly context: Context,
    readonly jobs: Jobs,
    readonly files: ContactFilesService,
  ) {}
}

/**
 * Imports of files; a job of the module runs {@link import}. Each small transaction stores rows and the import's new
 * position, so that every line counts once even if the process dies or another one takes over.
 */
export abstract class FileImports<I extends FileImport> {
  protected abstract readonly entity: new () => I;
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
    const file = await files.read(running.mediaKey, this.limits);
    if ('problem' in file) return inCompany(() => this.finish(importId, file.problem));
    await inCompany(() => this.setTotal(importId, file.total));
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
  private async begin(importId: number): Promise<{ mediaKey: string; position: number } | undefined> {
    const { db } = this.deps;
    const row = await db.row(beginImport(db.companyId, this.tableName, importId));
    if (row) this.changed(importId);
    return row;
  }

  private async setTotal(importId: number, total: number): Promise<void> {
    const { db } = this.deps;
    await db.run(setImportTotal(db.companyId, this.tableName, importId, total));
    this.changed(importId);
  }

  /** false if another process has stored the batch. */
  private async storeBatch(importId: number, from: number, lines: readonly FileLine[]): Promise<boolean> {
    const { db } = this.deps;
    const current = await db.row(lockImport(db.companyId, this.tableName, importId, from));
    if (!current) return false;
    const contacts = lines.filter((line): line is ImportedContact => !('text' in line));
    const refused = lines.filter((line): line is RefusedLine => 'text' in line);
    const { created, skipped, faults } = await this.store(importId, contacts, refused);
    await db.run(
      moveImport(db.companyId, this.tableName, importId, {
        lines: lines.length,
        created,
        skipped,
        refused: faults.length,
        faults: [...current.faults, ...faults].slice(0, maxFaults),
      }),
    );
    this.changed(importId);
    return true;
  }

  private view({ faults, problem, ...row }: Stored<FileImport>): ImportView {
    const { locale } = this.deps.context;
    const { id, name, status, total, position, created, skipped, refused, createdAt, finishedAt } = row;
    return {
      ...{ id, name, status, total, position, created, skipped, refused },
      errors: faults.map(({ line, text }) => ({ line, message: text[locale] })),
      problem: problem?.[locale] ?? null,
      createdAt,
      finishedAt,
    };
  }

  private get table(): RecordTable<I> {
    return new RecordTable(this.deps.db, this.entity);
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
