import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { ContactImportChanged } from '../contacts.events.js';
import { insertContacts } from '../queries/contacts.queries.js';
import {
  ContactImport,
  ContactImportRefusal,
  type ImportedContact,
  type RefusedLine,
} from './contact-import.entity.js';
import { importInterrupted } from './contact-imports.errors.js';
import { FileImportDependencies, FileImports, type ImportView, type StoredLines } from './file-imports.service.js';

/** Imports a stored file of contacts. */
export class ImportContacts extends defineJob<{ importId: number }>('import-contacts', { priority: 'bulk' }) {}

/** Imports of contacts: the request stores the file, and a job reads it. */
@Injectable()
export class ContactImportsService extends FileImports<ContactImport> {
  protected readonly entity = ContactImport;
  protected readonly refusals = ContactImportRefusal;
  protected readonly limits = { lines: 20_000, megabytes: 16 };

  constructor(
    deps: FileImportDependencies,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {
    super(deps);
  }

  /**
   * @param chosen what the columns hold, separated by commas; by default their headings tell it
   * @throws 400 when there is no file, it cannot be a table, or no column has the number
   */
  async start(given: UploadedFile | undefined, chosen?: string | null): Promise<ImportView> {
    const [file, columns] = [this.tableOf(given), this.chosenColumns(chosen)];
    const { db, context, jobs } = this.deps;
    const row = db.em.create(
      ContactImport,
      {
        ...{ userId: context.actor.userId, status: 'waiting', name: file.name, mediaKey: file.key, columns },
        ...{ total: 0, position: 0 },
      },
      { partial: true },
    );
    await db.em.flush();
    // imports run one after the other, so that the second skips what the first created
    await jobs.add(ImportContacts, { importId: row.id }, { orderingKey: `import-contacts:${db.companyId}` });
    this.audit.record('contacts.imported', row.id, { file: file.name });
    this.changed(row.id);
    return this.get(row.id);
  }

  list(): Promise<ImportView[]> {
    return this.newest();
  }

  /** The refused lines of the file, as CSV. @throws as {@link FileImports.refusedLines} */
  refused(importId: number): Promise<Readable> {
    return this.refusedLines(importId, 'contacts.refusedExported');
  }

  @JobHandler(ImportContacts, { transactional: false })
  perform({ importId }: ImportContacts['payload'], { companyId = 0 }: JobRun): Promise<void> {
    return this.import(importId, companyId);
  }

  @OnDiscard(ImportContacts)
  discarded({ importId }: ImportContacts['payload']): Promise<void> {
    return this.finish(importId, importInterrupted);
  }

  protected override async store(
    importId: number,
    contacts: readonly ImportedContact[],
    refused: readonly RefusedLine[],
  ): Promise<StoredLines> {
    const created = await this.deps.db.run(insertContacts(this.deps.db.companyId, contacts));
    await this.keepRefused(importId, refused);
    const faults = refused.map(({ line, text }) => ({ line, text }));
    return { created, skipped: contacts.length - created, faults };
  }

  protected override changed(importId: number): void {
    this.events.emit(new ContactImportChanged({ companyId: this.deps.db.companyId, importId }));
  }
}
