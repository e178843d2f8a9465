import { Injectable } from '@nestjs/common';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import type { ImportedContact, RefusedLine } from '../../contacts/import-export/contact-import.entity.js';
import { importInterrupted } from '../../contacts/import-export/contact-imports.errors.js';
import { FileImportDependencies, type ImportKind } from '../../contacts/import-export/file-import-list.service.js';
import { FileImports, type StoredLines } from '../../contacts/import-export/file-imports.service.js';
import { ContactListImport, ContactListRefusal } from '../contact-list.entity.js';
import { optedOutText, repeatedText } from '../contact-lists.errors.js';
import { ContactListImportChanged } from '../contact-lists.events.js';
import { ContactListsService, maxContacts } from '../crud/contact-lists.service.js';

/** Imports a stored file into a list. */
export class ImportListContacts extends defineJob<{ importId: number }>('import-list-contacts', { priority: 'bulk' }) {}

export const contactListImport: ImportKind<ContactListImport> = {
  entity: ContactListImport,
  refusals: ContactListRefusal,
  limits: { lines: maxContacts, megabytes: 32 },
  refusesLater: true,
};

@Injectable()
export class ImportListContactsHandler extends FileImports<ContactListImport> {
  protected readonly kind = contactListImport;

  constructor(
    deps: FileImportDependencies,
    private readonly events: Events,
    private readonly lists: ContactListsService,
  ) {
    super(deps);
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
    const created = contacts.filter(({ number }) => added.delete(number));
    const stored = new Set(created);
    const others = contacts.filter((contact) => !stored.has(contact));
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
      created,
      skipped: repeated.length,
      faults: faults.map(({ line, text }) => ({ line, text })),
    };
  }

  protected override changed(importId: number): void {
    this.events.emit(new ContactListImportChanged({ companyId: this.deps.db.companyId, importId }));
  }
}

const refuse = (contacts: readonly ImportedContact[], text: RefusedLine['text']): RefusedLine[] =>
  contacts.map(({ line, name, number, cells = [] }) => ({ line, name, number, cells, text }));
