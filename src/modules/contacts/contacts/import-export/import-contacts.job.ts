import { Injectable } from '@nestjs/common';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import { ContactImportChanged } from '../contacts.events.js';
import { insertContacts } from '../queries/contacts.queries.js';
import {
  ContactImport,
  ContactImportRefusal,
  type ImportedContact,
  type RefusedLine,
} from './contact-import.entity.js';
import { importInterrupted } from './contact-imports.errors.js';
import { FileImportDependencies, type ImportKind } from './file-import-list.service.js';
import { FileImports, type StoredLines } from './file-imports.service.js';

/** Imports a stored file of contacts. */
export class ImportContacts extends defineJob<{ importId: number }>('import-contacts', { priority: 'bulk' }) {}

export const contactImport: ImportKind<ContactImport> = {
  entity: ContactImport,
  refusals: ContactImportRefusal,
  limits: { lines: 20_000, megabytes: 16 },
  refusesLater: false,
};

@Injectable()
export class ImportContactsHandler extends FileImports<ContactImport> {
  protected readonly kind = contactImport;

  constructor(
    deps: FileImportDependencies,
    private readonly events: Events,
  ) {
    super(deps);
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
    const rows = await this.deps.db.rows(insertContacts(this.deps.db.companyId, contacts));
    // of lines with the same number the first was created
    const added = new Set(rows.map(({ number }) => number));
    const created = contacts.filter(({ number }) => added.delete(number));
    await this.keepRefused(importId, refused);
    const faults = refused.map(({ line, text }) => ({ line, text }));
    return { created, skipped: contacts.length - created.length, faults };
  }

  protected override changed(importId: number): void {
    this.events.emit(new ContactImportChanged({ companyId: this.deps.db.companyId, importId }));
  }
}
