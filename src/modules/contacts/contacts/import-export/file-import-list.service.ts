import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { RecordTable, type Stored } from '../../../../core/resource/record-table.js';
import { ContactFilesService } from './contact-files.service.js';
import type { FileImport, ImportStatus } from './contact-import.entity.js';
import { contactImportErrors } from './contact-imports.errors.js';
import { type ImportProgress, importOf, importProgress, newestImports } from './file-imports.queries.js';

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

/** The imports of files that were started, as screens show them. */
export abstract class FileImportList<I extends FileImport> {
  protected abstract readonly entity: new () => I;

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

  /** The caller's newest imports. */
  protected async newest(where?: Condition): Promise<ImportView[]> {
    const { db, context } = this.deps;
    const rows = await db.rows(newestImports(db.companyId, this.table, context.actor.userId, where));
    return rows.map((row) => this.view(row));
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
}
