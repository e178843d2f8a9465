import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { columnsReferencing, type EntityClass } from '../../../../core/database/foreign-keys.js';
import type { Condition } from '../../../../core/database/statements.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { Contact } from '../contact.entity.js';
import { ContactsService } from '../crud/contacts.service.js';
import { identifiersOf } from '../identity/channel-contacts.queries.js';
import { type SectionRow, sectionPage, storedRows, withContact } from './personal-data.queries.js';

/** One list of the document. */
export interface PersonalDataSection {
  readonly name: string;
  /** The position among the sections. */
  readonly order: number;
  /** Selects `id`, `row` (jsonb) and, if the row has a file, `key` and `fileName`; the table has the alias `x`. */
  readonly select: RawBuilder<unknown>;
  readonly where: (companyId: number, contactId: number) => Condition;
}

const pageSize = 500;

const described = new Map<EntityClass, readonly PersonalDataSection[]>();
/** Entities whose module describes them here and erases them itself on `ContactErasing`. */
export const describedEntities = (): EntityClass[] => [...described.keys()];

/** Declares how an entity that references contacts appears in the document; by default its stored columns do. */
export function describePersonalData(entity: EntityClass, ...sections: readonly PersonalDataSection[]): void {
  described.set(entity, sections);
}

/** Everything that is stored about one contact, who may ask for it (LGPD, art. 18). */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly contacts: ContactsService,
    private readonly media: MediaUrls,
  ) {}

  /** Streams one JSON document, read page by page. @throws 404 */
  async json(contactId: number): Promise<Readable> {
    const { companyId } = this.context.actor;
    const contact = await this.db.runAs(companyId, async () => {
      const {
        lid: _lid,
        erasedAt: _erased,
        companyId: _company,
        ...record
      } = await this.contacts.getExisting(contactId);
      const identifiers = await this.db.rows(identifiersOf(companyId, contactId));
      const lid = identifiers.find(({ kind }) => kind === 'lid')?.value ?? null;
      this.audit.record('contact.disclosed', contactId);
      return { ...record, lid, profilePicUrl: this.contacts.pictureUrl(record.profilePicUrl ?? null) };
    });
    return Readable.from(this.document(companyId, contactId, contact));
  }

  private async *document(companyId: number, contactId: number, contact: object): AsyncGenerator<string> {
    yield `{"contact":${JSON.stringify(contact)}`;
    const sections = await this.db.runAs(companyId, async () => this.sections());
    for (const { name, select, where } of sections) {
      const own = where(companyId, contactId);
      yield `,${JSON.stringify(name)}:[`;
      for (let after = 0, full = true, first = true; full; first = false) {
        const page = sectionPage(select, own, after, pageSize);
        const rows = await this.db.runAs(companyId, () => this.db.rows(page));
        if (rows.length > 0)
          yield `${first ? '' : ','}${rows.map((row) => JSON.stringify(this.withFileUrl(row))).join()}`;
        after = rows.at(-1)?.id ?? after;
        full = rows.length === pageSize;
      }
      yield ']';
    }
    yield '}';
  }

  private sections(): Omit<PersonalDataSection, 'order'>[] {
    const others = columnsReferencing(this.db.metadata, Contact, describedEntities());
    return [
      ...[...described.values()].flat().toSorted((a, b) => a.order - b.order),
      ...others.map(({ table, column }) => ({
        name: table,
        select: storedRows(table),
        where: (companyId: number, contactId: number) => withContact(column, companyId, contactId),
      })),
    ];
  }

  private withFileUrl({ row, key, fileName }: SectionRow): Record<string, unknown> {
    return key ? { ...row, url: this.media.sign(key, { name: fileName }) } : row;
  }
}
