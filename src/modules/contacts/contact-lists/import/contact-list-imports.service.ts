import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import type { ImportedContact, RefusedLine } from '../../contacts/import-export/contact-import.entity.js';
import { importInterrupted } from '../../contacts/import-export/contact-imports.errors.js';
import {
  FileImportDependencies,
  FileImports,
  type ImportView,
  type StoredLines,
} from '../../contacts/import-export/file-imports.service.js';
import { ContactListImport } from '../contact-list.entity.js';
import { optedOutText, repeatedText, tableFileRequired } from '../contact-lists.errors.js';
import { ContactListImportChanged } from '../contact-lists.events.js';
import { ContactListsService, maxContacts } from '../crud/contact-lists.service.js';
import { importIntoList, insertRefusals, refusalsAfter } from './contact-list-imports.queries.js';

/** Imports a stored file into a list. */
export class ImportListContacts extends defineJob<{ importId: number }>('import-list-contacts', { priority: 'bulk' }) {}

/** The types of CSV files and workbooks, as browsers send them or as their first bytes show. */
const tableTypes =
  /^(text\/(csv|plain)|application\/(octet-stream|zip|vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet))$/;
const xlsxType = 'application/zip';

const headings = [
  t('Linha', 'Line', 'Línea'),
  t('Nome', 'Name', 'Nombre'),
  t('Número', 'Number', 'Número'),
  t('Motivo', 'Reason', 'Motivo'),
];
const pageSize = 1000;

/** Imports files of contacts into lists. */
@Injectable()
export class ContactListImportsService extends FileImports<ContactListImport> {
  protected readonly entity = ContactListImport;
  protected readonly limits = { lines: maxContacts, megabytes: 32 };

  constructor(
    deps: FileImportDependencies,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly csvExporter: CsvExporter,
    private readonly lists: ContactListsService,
  ) {
    super(deps);
  }

  /** @throws 404, 400 when there is no file or it is not a table */
  async start(contactListId: number, file: UploadedFile | undefined): Promise<ImportView> {
    const { db, context, jobs } = this.deps;
    const { name: list } = await this.lists.get(contactListId);
    if (!file || !isTable(file)) throw tableFileRequired();
    const { key: mediaKey, name } = file;
    const row = db.em.create(
      ContactListImport,
      { contactListId, userId: context.actor.userId, status: 'waiting', name, mediaKey, total: 0, position: 0 },
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

  /** The lines of the file that were refused, with their reasons. @throws 404, and as {@link CsvExporter.csv} */
  async refused(importId: number): Promise<Readable> {
    const { db, context } = this.deps;
    const { locale, actor } = context;
    const inCompany = <T>(work: () => Promise<T>): Promise<T> => db.runAs(actor.companyId, work);
    await inCompany(() => this.get(importId));
    return this.csvExporter.csv({
      action: 'contactList.refusedExported',
      headings: headings.map((text) => text[locale]),
      batches: this.refusedBatches(importId, inCompany),
    });
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
    await this.keep(importId, [...invalid, ...optedOut, ...repeated]);
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

  private async keep(importId: number, refused: readonly RefusedLine[]): Promise<void> {
    if (refused.length === 0) return;
    const { db } = this.deps;
    await db.run(insertRefusals(db.companyId, importId, refused));
  }

  private async *refusedBatches(
    importId: number,
    inCompany: <T>(work: () => Promise<T>) => Promise<T>,
  ): AsyncGenerator<string[][]> {
    const { db, context } = this.deps;
    const { locale } = context;
    for (let after = 0, full = true; full; ) {
      const rows = await inCompany(() => db.rows(refusalsAfter(db.companyId, importId, after, pageSize)));
      yield rows.map(({ line, name, number, reason }) => [String(line), name, number, reason[locale]]);
      after = rows.at(-1)?.line ?? after;
      full = rows.length === pageSize;
    }
  }
}

/** Only a name with .xlsx tells a workbook from another archive. */
const isTable = ({ mime, name }: UploadedFile): boolean =>
  tableTypes.test(mime) && (mime !== xlsxType || /\.xlsx$/i.test(name));

const refuse = (contacts: readonly ImportedContact[], text: RefusedLine['text']): RefusedLine[] =>
  contacts.map(({ line, name, number }) => ({ line, name, number, text }));
