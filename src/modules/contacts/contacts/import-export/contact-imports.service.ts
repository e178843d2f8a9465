import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { ContactImportChanged } from '../contacts.events.js';
import { ContactImport } from './contact-import.entity.js';
import { csvFileRequired } from './contact-imports.errors.js';
import { FileImportDependencies, FileImportList, type ImportView } from './file-import-list.service.js';
import { ImportContacts } from './import-contacts.job.js';

/** The types of CSV files, by their first bytes or as browsers send them. */
const csvTypes = /^(text\/(csv|plain)|application\/octet-stream)$/;

/** Imports of contacts: the request stores the file, and a job reads it. */
@Injectable()
export class ContactImportsService extends FileImportList<ContactImport> {
  protected readonly entity = ContactImport;

  constructor(
    deps: FileImportDependencies,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {
    super(deps);
  }

  /** @throws 400 when there is no file or it cannot be a CSV file */
  async start(file: UploadedFile | undefined): Promise<ImportView> {
    if (!file || !csvTypes.test(file.mime)) throw csvFileRequired();
    const { db, context, jobs } = this.deps;
    const row = db.em.create(
      ContactImport,
      { userId: context.actor.userId, status: 'waiting', name: file.name, mediaKey: file.key, total: 0, position: 0 },
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
}
