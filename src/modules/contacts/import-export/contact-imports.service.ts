import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../core/audit/audit.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import type { UploadedFile } from '../../../core/requests/upload.js';
import { ContactImportChanged } from '../contacts.events.js';
import { ContactImport, type ImportStatus } from './contact-import.entity.js';
import { contactImportErrors, csvFileRequired } from './contact-imports.errors.js';
import { ImportContacts } from './import-contacts.job.js';

/** An import as screens show it. */
export interface ImportView {
  readonly id: number;
  readonly name: string;
  readonly status: ImportStatus;
  readonly total: number;
  readonly position: number;
  readonly created: number;
  readonly skipped: number;
  readonly refused: number;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
  readonly problem: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export type ImportProgress = Omit<ImportView, 'errors' | 'problem' | 'name' | 'createdAt' | 'finishedAt'> & {
  readonly userId: number;
};

const maxListed = 10;
/** Types of CSV files: by their first bytes, or as browsers call them. */
const csvTypes = /^(text\/(csv|plain)|application\/octet-stream)$/;

/** Imports of contacts: the file is stored here and read by a job. */
@Injectable()
export class ContactImports {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
  ) {}

  /** @throws 400 when there is no file, or one that cannot be a CSV file */
  async start(file: UploadedFile | undefined): Promise<ImportView> {
    if (!file || !csvTypes.test(file.mime)) throw csvFileRequired();
    const { companyId, actor } = this.context;
    const row = this.db.em.create(
      ContactImport,
      { userId: actor.userId, status: 'waiting', name: file.name, mediaKey: file.key, total: 0, position: 0 },
      { partial: true },
    );
    await this.db.em.flush();
    // one after the other: the second skips what the first created
    await this.jobs.add(ImportContacts, { importId: row.id }, { orderingKey: `import-contacts:${companyId}` });
    this.audit.record('contacts.imported', row.id, { file: file.name });
    this.events.emit(new ContactImportChanged(companyId, row.id));
    return this.get(row.id);
  }

  /** The caller's newest ones. */
  async list(): Promise<ImportView[]> {
    const rows = await this.db.em.find(
      ContactImport,
      { userId: this.context.actor.userId },
      { orderBy: { id: 'desc' }, limit: maxListed },
    );
    return rows.map((row) => this.view(row));
  }

  /** @throws 404 */
  async get(id: number): Promise<ImportView> {
    const row = await this.db.em.findOne(ContactImport, { id }, { refresh: true });
    if (!row) throw contactImportErrors.ERR_NO_CONTACT_IMPORT_FOUND();
    return this.view(row);
  }

  /** As sockets show it; undefined when it is gone. */
  progress(id: number): Promise<ImportProgress | undefined> {
    return this.db.row<ImportProgress>(
      sql`select id, user_id as "userId", status, total, position, created, skipped, refused from contact_imports
       where company_id = ${this.context.companyId} and id = ${id}`,
    );
  }

  private view({ faults, problem, mediaKey: _key, userId: _user, ...row }: ContactImport): ImportView {
    const { locale } = this.context;
    const { id, name, status, total, position, created, skipped, refused, createdAt, finishedAt } = row;
    return {
      ...{ id, name, status, total, position, created, skipped, refused },
      errors: faults.map(({ line, text }) => ({ line, message: text[locale] })),
      problem: problem?.[locale] ?? null,
      createdAt,
      finishedAt: finishedAt ?? null,
    };
  }
}
