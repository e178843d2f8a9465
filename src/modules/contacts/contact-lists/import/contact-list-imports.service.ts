import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import {
  FileImportDependencies,
  FileImportList,
  type ImportView,
} from '../../contacts/import-export/file-import-list.service.js';
import { ContactListImport } from '../contact-list.entity.js';
import { ContactListImportChanged } from '../contact-lists.events.js';
import { ContactListsService } from '../crud/contact-lists.service.js';
import { importIntoList } from './contact-list-imports.queries.js';
import { contactListImport, ImportListContacts } from './import-list-contacts.job.js';

/** Imports files of contacts into lists. */
@Injectable()
export class ContactListImportsService extends FileImportList<ContactListImport> {
  protected readonly kind = contactListImport;

  constructor(
    deps: FileImportDependencies,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly lists: ContactListsService,
  ) {
    super(deps);
  }

  /** @param chosen and @throws as in the import of contacts, and 404 */
  async start(contactListId: number, given: UploadedFile | undefined, chosen?: string | null): Promise<ImportView> {
    const { db, context, jobs } = this.deps;
    const { name: list } = await this.lists.get(contactListId);
    const columns = this.chosenColumns(chosen);
    const { key: mediaKey, name } = this.tableOf(given);
    const row = db.em.create(
      ContactListImport,
      {
        ...{ contactListId, userId: context.actor.userId, status: 'waiting', name, mediaKey, columns },
        ...{ total: 0, position: 0 },
      },
      { partial: true },
    );
    await db.em.flush();
    await jobs.add(ImportListContacts, { importId: row.id }, { orderingKey: `import-list-contacts:${contactListId}` });
    this.audit.record('contactList.imported', contactListId, { file: name, list });
    this.events.emit(new ContactListImportChanged({ companyId: db.companyId, importId: row.id }));
    return this.get(row.id);
  }

  /** The caller's newest imports into a list. @throws 404 */
  async list(contactListId: number): Promise<ImportView[]> {
    await this.lists.get(contactListId);
    return this.newest(importIntoList(contactListId));
  }

  /** The lines of the file that are not on the list. @throws as {@link FileImportList.refusedLines} */
  refused(importId: number): Promise<Readable> {
    return this.refusedLines(importId, 'contactList.refusedExported');
  }
}
