import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import type { UploadedFile } from '../../../../core/requests/upload.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import {
  FileImportDependencies,
  FileImportList,
  type ImportView,
} from '../../contacts/import-export/file-import-list.service.js';
import { ContactListImport } from '../contact-list.entity.js';
import { tableFileRequired } from '../contact-lists.errors.js';
import { ContactListImportChanged } from '../contact-lists.events.js';
import { ContactListsService } from '../crud/contact-lists.service.js';
import { importIntoList, refusalsAfter } from './contact-list-imports.queries.js';
import { ImportListContacts } from './import-list-contacts.job.js';

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
export class ContactListImportsService extends FileImportList<ContactListImport> {
  protected readonly entity = ContactListImport;

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
    this.events.emit(new ContactListImportChanged({ companyId: db.companyId, importId: row.id }));
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
