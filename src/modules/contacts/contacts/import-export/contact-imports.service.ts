import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { ContactImportChanged } from '../contacts.events.js';
import { ContactImport } from './contact-import.entity.js';
import { FileImportDependencies, FileImportList, type ImportView } from './file-import-list.service.js';
import { contactImport, ImportContacts } from './import-contacts.job.js';

/** Imports of contacts: the request stores the file, and a job reads it. */
@Injectable()
export class ContactImportsService extends FileImportList<ContactImport> {
  protected readonly kind = contactImport;

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
    this.events.emit(new ContactImportChanged({ companyId: db.companyId, importId: row.id }));
    return this.get(row.id);
  }

  list(): Promise<ImportView[]> {
    return this.newest();
  }

  /** The refused lines of the file, as CSV. @throws as {@link FileImportList.refusedLines} */
  refused(importId: number): Promise<Readable> {
    return this.refusedLines(importId, 'contacts.refusedExported');
  }
}
