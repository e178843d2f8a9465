import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { RecordTable, type Stored } from '../../../../core/resource/record-table.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { ContactFile } from './contact-file.js';
import { ContactFiles, type FileLimits } from './contact-files.service.js';
import type { FileImport, ImportedContact, ImportFault, ImportStatus, RefusedLine } from './contact-import.entity.js';
import { contactImportErrors } from './contact-imports.errors.js';
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

const progressColumns = ['id', 'status', 'total', 'position', 'created', 'skipped', 'refused'] as const;
export type ImportProgress = Pick<ImportView, (typeof progressColumns)[number]>;

/** What became of the lines of a batch. */
export interface StoredLines {
  readonly created: number;
  /** Their number is there already. */
  readonly skipped: number;
  /** The refused lines. */
  readonly faults: readonly ImportFault[];
}

const maxListed = 10;
const maxFaults = 100;

/** What imports of files need, wherever their contacts go. */
@Injectable()
export class FileImportKit {
  constructor(
    readonly db: Db,
    readonly context: Context,
    readonly jobs: Jobs,
    readonly files: ContactFiles,
  ) {}
}

/**
 * Imports of files, which a job of the module runs by {@link import}: in small transactions, each of which moves the import's
 * position with its rows, so that every line counts once even when the process dies or another one has taken over.
 */
export abstract class FileImports<I extends FileImport> {
  protected abstract readonly entity: new () => I;
  protected abstract readonly limits: FileLimits;

  constructor(protected readonly kit: FileImportKit) {}

  /** @throws 404 */
  async get(id: number): Promise<ImportView> {
    const [row] = await this.rows(sql`t.id = ${id}`);
    if (!row) throw contactImportErrors.ERR_NO_CONTACT_IMPORT_FOUND();
    return this.view(row);
  }

  /** As sockets show it, and whose it is; undefined when it is gone. */
  async progress(id: number): Promise<(ImportProgress & { readonly userId: number }) | undefined> {
    const { table } = this;
    return this.kit.db.row(sql<ImportProgress & { readonly userId: number }>`
      select ${table.columns(['userId', ...progressColumns])} ${table.from}
      where t.company_id = ${this.kit.db.companyId} and t.id = ${id}`);
  }

  /** Puts the contacts of a batch where those of the import go. */
  protected abstract store(
    importId: number,
    contacts: readonly ImportedContact[],
    refused: readonly RefusedLine[],
  ): Promise<StoredLines>;
  /** It has begun, progressed or ended. */
  protected abstract changed(importId: number): void;

  /** The caller's newest ones. */
  protected async newest(where: Condition = sql`true`): Promise<ImportView[]> {
    const rows = await this.rows(sql`t.user_id = ${this.kit.context.actor.userId} and ${where}`);
    return rows.map((row) => this.view(row));
  }

  protected async import(importId: number, companyId: number): Promise<void> {
    const { db, files } = this.kit;
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
    const row = await this.kit.db.row<{ key: string | null }>(
      sql`update ${this.name} i
       set status = ${problem ? 'failed' : 'done'}, problem = ${problem && JSON.stringify(problem)}, media_key = null,
       finished_at = now(), updated_at = now()
       from (select id, media_key from ${this.name} where company_id = ${this.kit.db.companyId} and id = ${importId}
         and status in ('waiting', 'running') for update) old
       where i.company_id = ${this.kit.db.companyId} and i.id = old.id returning old.media_key as key`,
    );
    if (row?.key) await enqueueFileRemoval(this.kit.jobs, [row.key]);
    if (row) this.changed(importId);
  }

  /** undefined when it has ended. */
  private async begin(importId: number): Promise<{ mediaKey: string; position: number } | undefined> {
    const row = await this.kit.db.row<{ mediaKey: string; position: number }>(
      sql`update ${this.name} set status = 'running', updated_at = now()
       where company_id = ${this.kit.db.companyId} and id = ${importId} and status in ('waiting', 'running')
         returning media_key as "mediaKey", position`,
    );
    if (row) this.changed(importId);
    return row;
  }

  private async setTotal(importId: number, total: number): Promise<void> {
    await this.kit.db.run(sql`update ${this.name} set total = ${total}, updated_at = now()
      where company_id = ${this.kit.db.companyId} and id = ${importId}`);
    this.changed(importId);
  }

  /** false when another process has handled the batch. */
  private async storeBatch(importId: number, from: number, lines: readonly FileLine[]): Promise<boolean> {
    const { db } = this.kit;
    const current = await db.row<{ faults: ImportFault[] }>(
      sql`select faults from ${this.name} where company_id = ${db.companyId} and id = ${importId}
       and position = ${from} and status = 'running' for update`,
    );
    if (!current) return false;
    const contacts = lines.filter((line): line is ImportedContact => !('text' in line));
    const refused = lines.filter((line): line is RefusedLine => 'text' in line);
    const { created, skipped, faults } = await this.store(importId, contacts, refused);
    await db.run(
      sql`update ${this.name} set position = position + ${lines.length}, created = created + ${created},
       skipped = skipped + ${skipped}, refused = refused + ${faults.length},
       faults = ${JSON.stringify([...current.faults, ...faults].slice(0, maxFaults))}, updated_at = now()
       where company_id = ${db.companyId} and id = ${importId}`,
    );
    this.changed(importId);
    return true;
  }

  private rows(where: Condition): Promise<Stored<FileImport>[]> {
    const { table } = this;
    return this.kit.db.rows(sql<Stored<FileImport>>`
      select ${table.columns()} ${table.from} where t.company_id = ${this.kit.db.companyId} and ${where}
      order by t.id desc limit ${sql.lit(maxListed)}`);
  }

  private view({ faults, problem, ...row }: Stored<FileImport>): ImportView {
    const { locale } = this.kit.context;
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
    return new RecordTable(this.kit.db, this.entity);
  }

  private get name() {
    return sql.table(this.kit.db.metadata.get(this.entity).tableName);
  }
}

interface Batch {
  /** Lines before it. */
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
