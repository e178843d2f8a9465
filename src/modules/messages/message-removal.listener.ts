import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import { InTransaction } from '../../core/events/event.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../core/storage/remove-files.job.js';
import { InboxService } from '../connections/inbox/inbox.service.js';
import { ContactErasing } from '../contacts/contacts.events.js';
import { TicketRemoving } from '../tickets/tickets.events.js';
import { UserRemoving } from '../users/users.events.js';
import { fileKeysSql } from './message.entity.js';
import { MessageLog } from './message-log.service.js';
import { MessageContents } from './privacy/message-contents.js';
import { markCountedRead } from './privacy/message-privacy.queries.js';

const noLimit = 2_147_483_647;

/** What happens to messages when the user, ticket or contact they belong to is removed. */
@Injectable()
export class MessageRemovalListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly log: MessageLog,
    private readonly contents: MessageContents,
    private readonly inbox: InboxService,
  ) {}

  /** Their messages stay, without an author. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.db.run(sql`
      update messages set user_id = null where company_id = ${this.db.companyId} and user_id = ${userId}`);
  }

  @InTransaction(TicketRemoving)
  async ticketRemoving({ ticket }: TicketRemoving): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(sql`
      update messages set quoted_msg_id = null where company_id = ${companyId} and quoted_msg_id in (select id
       from messages where company_id = ${companyId} and ticket_id = ${ticket.id})`);
    const rows = await this.db.rows<{ files: string[] }>(sql`
      delete from messages where company_id = ${companyId} and ticket_id = ${ticket.id}
       returning ${fileKeysSql('messages')} as files`);
    await enqueueFileRemoval(
      this.jobs,
      rows.flatMap(({ files }) => files),
    );
  }

  /** Texts and files are erased, also from the inbox; the rows stay for statistics. */
  @InTransaction(ContactErasing)
  async contactErasing({ contactId, number }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    await this.contents.erase(sql`m.contact_id = ${contactId}`, noLimit);
    await this.db.run(markCountedRead(companyId, contactId));
    const tickets = await this.db.rows<{ id: number }>(sql`
      select distinct ticket_id as id from messages where company_id = ${companyId} and contact_id = ${contactId}`);
    await this.log.refreshPreview(tickets.map(({ id }) => id));
    // providers may leave out the ninth digit of Brazilian mobiles
    const withoutNinth = number.replace(/^(55\d{2})9(\d{8})$/, '$1$2');
    await this.inbox.erasePayloads(companyId, [number, withoutNinth]);
  }
}
