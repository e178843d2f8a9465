import type { Localized } from '../../../../core/i18n.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import type { ContactFile } from './contact-file.js';
import type { FileImport, FileLine, ImportedContact, ImportFault, RefusedLine } from './contact-import.entity.js';
import type { FileImportDependencies, ImportKind } from './file-import-list.service.js';
import {
  beginImport,
  endImport,
  insertRefusals,
  lockImport,
  moveImport,
  setImportTotal,
} from './file-imports.queries.js';
import { isColumnRole } from './import-columns.js';

/** The result of storing a batch. */
export interface StoredLines {
  readonly created: readonly ImportedContact[];
  /** Contacts whose number already exists. */
  readonly skipped: number;
  /** The refused lines. */
  readonly faults: readonly ImportFault[];
}

const maxFaults = 100;

/**
 * Imports of files; the handler of a job extends this and runs {@link import}. Each small transaction stores rows and
 * the import's new position, so that every line counts once even if the process dies or another one takes over.
 */
export abstract class FileImports<I extends FileImport> {
  protected abstract readonly kind: ImportKind<I>;

  constructor(protected readonly deps: FileImportDependencies) {}

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

  /** Reads the file and stores its lines, from where an earlier try stopped. */
  protected async import(importId: number, companyId: number): Promise<void> {
    const { db, files } = this.deps;
    const inCompany = <T>(work: () => Promise<T>): Promise<T> => db.runAs(companyId, work);
    const running = await inCompany(() => this.begin(importId));
    if (!running) return;
    const { refusesLater: keepsCells } = this.kind;
    const { megabytes, lines: most } = this.kind.limits;
    const country = await inCompany(() => this.deps.settings.get('country'));
    const { mediaKey } = running;
    const columns = running.columns?.filter(isColumnRole) ?? null;
    const file = await files.read(mediaKey, megabytes, { lines: most, country, columns, keepsCells });
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
  ): Promise<{ mediaKey: string; position: number; columns: readonly string[] | null } | undefined> {
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
    const { created, skipped, faults } = await this.store(importId, contacts, refused);
    const notes = created.flatMap(({ line, notes: own = [] }) => own.map((text) => ({ line, text })));
    await db.run(
      moveImport(db.companyId, this.tableName, importId, {
        lines: lines.length,
        created: created.length,
        skipped,
        refused: faults.length,
        faults: [...current.faults, ...faults].slice(0, maxFaults),
        noted: created.filter((contact) => contact.notes).length,
        notes: [...current.notes, ...notes].slice(0, maxFaults),
      }),
    );
    this.changed(importId);
    return true;
  }

  private get refusalsName(): string {
    return this.deps.db.metadata.get(this.kind.refusals).tableName;
  }

  private get tableName(): string {
    return this.deps.db.metadata.get(this.kind.entity).tableName;
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
