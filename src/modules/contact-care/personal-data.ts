import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { columnsReferencing } from '../../core/database/foreign-keys.js';
import type { Condition } from '../../core/database/statements.js';
import { MediaUrls } from '../../core/storage/media-urls.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactsService } from '../contacts/contacts.service.js';

/** The rows `x` of one kind: what is shown of them, and from where. */
interface Section {
  readonly name: string;
  readonly select: RawBuilder<unknown>;
  readonly where: (companyId: number, contactId: number) => Condition;
}

interface Page {
  readonly id: number;
  readonly row: Record<string, unknown>;
  /** A file of the row. */
  readonly key?: string | null;
  readonly fileName?: string | null;
}

const pageSize = 500;

const ofContact = (companyId: number, contactId: number): Condition =>
  sql`x.company_id = ${companyId} and x.contact_id = ${contactId}`;

const conversations: Section = {
  name: 'conversations',
  select: sql`select x.id, jsonb_build_object('id', x.id, 'protocol', x.code, 'status', x.status, 'channel', x.channel, 'createdAt', x.created_at, 'updatedAt', x.updated_at,
      'department', (select q.name from queues q where q.company_id = x.company_id and q.id = x.queue_id),
      'tags', (select jsonb_agg(g.name order by g.name) from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
        where tt.company_id = x.company_id and tt.ticket_id = x.id),
      'attendances', (select jsonb_agg(jsonb_build_object('number', y.number, 'startedAt', y.started_at, 'finishedAt', y.finished_at, 'rating', y.rating) order by y.number)
        from ticket_cycles y where y.company_id = x.company_id and y.ticket_id = x.id)) as row
    from tickets x`,
  where: ofContact,
};

const messages: Section = {
  name: 'messages',
  select: sql`select x.id, x.media_key as key, x.media_name as "fileName", jsonb_build_object('id', x.id, 'conversationId', x.ticket_id, 'fromContact', not x.from_me, 'kind', x.media_type,
      'text', x.body, 'sentAt', x.sent_at, 'reactions', x.reactions, 'details', x.data - '{mediaRef,channelMedia}'::text[]) as row
    from messages x`,
  where: ofContact,
};

const files: Section = {
  name: 'files',
  select: sql`select x.id, x.media_key as key, x.media_name as "fileName", jsonb_build_object('messageId', x.id, 'name', x.media_name, 'type', x.media_mime, 'size', x.media_size) as row
    from messages x`,
  where: (companyId, contactId) => sql`${ofContact(companyId, contactId)} and x.media_key is not null`,
};

const notes: Section = {
  name: 'notes',
  select: sql`select x.id, jsonb_build_object('conversationId', x.ticket_id, 'text', x.note, 'createdAt', x.created_at) as row
    from ticket_notes x join tickets t on t.company_id = x.company_id and t.id = x.ticket_id`,
  where: (companyId, contactId) => sql`x.company_id = ${companyId} and t.contact_id = ${contactId}`,
};

const told = new Set(['tickets', 'messages']);

/** Everything that is kept of one contact, for whoever asks what that is (LGPD, art. 18). */
@Injectable()
export class PersonalData {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly contacts: ContactsService,
    private readonly media: MediaUrls,
  ) {}

  /** One JSON document, read page by page. @throws 404 */
  async json(contactId: number): Promise<Readable> {
    const { companyId } = this.context.actor;
    const contact = await this.db.runAs(companyId, async () => {
      const { lid, erasedAt: _erased, companyId: _company, ...record } = await this.contacts.getExisting(contactId);
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
        const page = sql<Page>`${select} where ${own} and x.id > ${after} order by x.id limit ${sql.lit(pageSize)}`;
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

  /** Conversations, messages, files and notes, and the rows of whatever module keeps something about contacts, as they are. */
  private sections(): Section[] {
    const others = columnsReferencing(this.db.em.getMetadata(), Contact).filter(({ table }) => !told.has(table));
    return [
      conversations,
      messages,
      files,
      notes,
      ...others.map(({ table, column }) => ({
        name: table,
        select: sql`select x.id, to_jsonb(x) - 'company_id' as row from ${sql.table(table)} x`,
        where: (companyId: number, contactId: number) =>
          sql<boolean>`x.company_id = ${companyId} and ${sql.ref(`x.${column}`)} = ${contactId}`,
      })),
    ];
  }

  private withFileUrl({ row, key, fileName }: Page): Record<string, unknown> {
    return key ? { ...row, url: this.media.sign(key, { name: fileName }) } : row;
  }
}
