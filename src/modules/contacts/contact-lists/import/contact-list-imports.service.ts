import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import type { ImportedContact, RefusedLine } from '../../contacts/import-export/contact-import.entity.js';
import { importInterrupted } from '../../contacts/import-export/contact-imports.errors.js';
import {
  FileImportDependencies,
  FileImports,
  type ImportView,
  type StoredLines,
} from '../../contacts/import-export/file-imports.service.js';
import { ContactListImport, ContactListRefusal } from '../contact-list.entity.js';
import { optedOutText, repeatedText } from '../contact-lists.errors.js';
import { ContactListImportChanged } from '../contact-lists.events.js';
import { ContactListsService, maxContacts } from '../crud/contact-lists.service.js';
import { importIntoList } from './contact-list-imports.queries.js';

/** Imports a stored file into a list. */
export class ImportListContacts extends defineJob<{ importId: number }>('import-list-contacts', { priority: 'bulk' }) {}

/** Imports files of contacts into lists. */
@Injectable()
export class ContactListImportsService extends FileImports<ContactListImport> {
  protected readonly entity = ContactListImport;
  protected readonly refusals = ContactListRefusal;
  protected readonly limits = { lines: maxContacts, megabytes: 32 };

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
    this.changed(row.id);
    return this.get(row.id);
  }

  /** The caller's newest imports into a list. @throws 404 */
  async list(contactListId: number): Promise<ImportView[]> {
    await this.lists.get(contactListId);
    return this.newest(importIntoList(contactListId));
  }

  /** The lines of the file that are not on the list. @throws as {@link FileImports.refusedLines} */
  refused(importId: number): Promise<Readable> {
    return this.refusedLines(importId, 'contactList.refusedExported');
  }

  @JobHandler(ImportListContacts, { transactional: false })
  perform({ importId }: ImportListContacts['payload'], { companyId = 0 }: JobRun): Promise<void> {
    return this.import(importId, companyId);
  }

  @OnDiscard(ImportListContacts)
  discarded({ importId }: ImportListContacts['payload']): Promise<void> {
    return this.finish(importId, importInterrupted);
  }

  protected override async store(
    importId: number,
    contacts: readonly ImportedContact[],
    invalid: readonly RefusedLine[],
  ): Promise<StoredLines> {
    const { db } = this.deps;
    const { contactListId } = await db.em.findOneOrFail(ContactListImport, { id: importId });
    const { added, optedOutNumbers } = await this.lists.insert(contactListId, contacts);
    // of lines with the same number only the first was added
    const others = contacts.filter(({ number }) => !added.delete(number));
    const optedOut = refuse(
      others.filter(({ number }) => optedOutNumbers.has(number)),
      optedOutText,
    );
    const repeated = refuse(
      others.filter(({ number }) => !optedOutNumbers.has(number)),
      repeatedText,
    );
    await this.keepRefused(importId, [...invalid, ...optedOut, ...repeated]);
    const faults = [...invalid, ...optedOut].toSorted((a, b) => a.line - b.line);
    return {
      created: contacts.length - others.length,
      skipped: repeated.length,
      faults: faults.map(({ line, text }) => ({ line, text })),
    };
  }

  protected override changed(importId: number): void {
    this.events.emit(new ContactListImportChanged({ companyId: this.deps.db.companyId, importId }));
  }
}

const refuse = (contacts: readonly ImportedContact[], text: RefusedLine['text']): RefusedLine[] =>
  contacts.map(({ line, name, number, cells }) => ({ line, name, number, cells, text }));
