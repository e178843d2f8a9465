import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { columnsReferencing } from '../../core/database/foreign-keys.js';
import { Events } from '../../core/events/events.js';
import { IdempotencyStore } from '../../core/requests/idempotency-store.js';
import { isStorageKey } from '../../core/storage/storage.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactErasing } from '../contacts/contacts.events.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { MessageLog } from '../messages/message-log.service.js';
import { type TicketAssignment, TicketChanged } from '../tickets/tickets.events.js';
import { confirmationMismatch } from './contact-care.errors.js';
import { TicketsRewritten } from './contact-care.events.js';
import { ContactTicketLocks } from './conversation-locks.js';
import { MessageContents } from './message-contents.js';

/** Emptied instead of removed: statistics count them. */
const emptied = new Set(['tickets', 'messages']);
const everything = 2_147_483_647;

/** Forgets a person who asks for it (LGPD, art. 18): what tells who they are and what they said goes, what is counted stays. */
@Injectable()
export class ContactErasure {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly contacts: ContactsService,
    private readonly locks: ContactTicketLocks,
    private readonly contents: MessageContents,
    private readonly log: MessageLog,
    private readonly answers: IdempotencyStore,
  ) {}

  /** @throws 404, and 400 when `number` is not the contact's */
  async erase(id: number, number: string): Promise<void> {
    const contact = await this.contacts.getExisting(id);
    if (contact.number !== number.trim() && contact.number !== this.contacts.normalise(number))
      throw confirmationMismatch();
    await this.locks.lock(id);
    await this.closeTickets(id);
    await this.contents.erase(sql`m.contact_id = ${id}`, everything);
    await this.log.refreshPreview(await this.ticketIdsOf(id));
    const files = [...(await this.removeRows(id)), contact.profilePicUrl].filter((key) => key !== null);
    await this.contents.enqueueFileRemoval(files.filter(isStorageKey));
    await this.eraseInboxPayloads(contact);
    await this.answers.clearResponses();
    await this.contacts.anonymise(contact);
    this.audit.record('contact.erased', id);
    await this.emitChanges(id);
  }

  /** Nobody can be answered any more; no text says good-bye. */
  private async closeTickets(contactId: number): Promise<void> {
    const { companyId } = this.context;
    const rows = await this.db.rows<TicketAssignment & { id: number }>(
      sql`update tickets t set status = 'closed', unread_messages = 0, use_integration = false, prompt_id = null,
       integration_id = null,
         updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
       from (select id, status, user_id, queue_id from tickets where company_id = ${companyId}
         and contact_id = ${contactId} and status <> 'closed' for update) old
       where t.company_id = ${companyId} and t.id = old.id
         returning t.id, old.status, old.user_id as "userId", old.queue_id as "queueId"`,
    );
    const ids = rows.map(({ id }) => id);
    await this.db.run(
      sql`update ticket_cycles set finished_at = now() where company_id = ${companyId}
       and ticket_id = any(${ids}::bigint[]) and finished_at is null`,
    );
    await this.db.run(
      sql`update messages set read = true where company_id = ${companyId} and ticket_id = any(${ids}::bigint[])
       and not read`,
    );
    for (const { id, ...before } of rows) this.events.emit(new TicketChanged(companyId, id, before));
  }

  /** Whatever else later modules keep about a contact goes as it is; answers the files that hung on it. */
  private async removeRows(contactId: number): Promise<string[]> {
    await this.events.dispatch(new ContactErasing(contactId));
    const keys: string[] = [];
    for (const { table, column } of columnsReferencing(this.db.em.getMetadata(), Contact)) {
      if (emptied.has(table)) continue;
      const rows = await this.db.rows<{ row: Record<string, unknown> }>(
        sql`delete from ${sql.id(table)} x where x.company_id = ${this.context.companyId}
         and x.${sql.id(column)} = ${contactId} returning to_jsonb(x) as row`,
      );
      for (const { row } of rows)
        for (const [name, value] of Object.entries(row))
          if (/(^|_)media_key$/.test(name) && typeof value === 'string') keys.push(value);
    }
    return keys;
  }

  /** What providers told us is kept for two weeks, so that nothing is taken in twice; for that the row is enough. */
  private async eraseInboxPayloads({ number }: Contact): Promise<void> {
    const spellings = [number, number.replace(/^(55\d{2})9(\d{8})$/, '$1$2')];
    await this.db.run(
      sql`update inbox_events set payload = '{}' where company_id = ${this.context.companyId}
       and processed_at is not null
       and coalesce(payload->'group'->>'id', payload->>'from', payload->>'recipient') = any(${spellings}::text[])`,
    );
  }

  private async emitChanges(contactId: number): Promise<void> {
    const { companyId } = this.context;
    const ids = await this.ticketIdsOf(contactId);
    for (const id of ids) this.events.emit(new TicketChanged(companyId, id));
    if (ids.length > 0) this.events.emit(new TicketsRewritten(companyId, ids));
  }

  private async ticketIdsOf(contactId: number): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(
      sql`select id from tickets where company_id = ${this.context.companyId} and contact_id = ${contactId}`,
    );
    return rows.map(({ id }) => id);
  }
}
