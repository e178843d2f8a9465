import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { InboxService } from '../../../channels/connections/inbox/inbox.service.js';
import { ContactErasing } from '../../../contacts/contacts/contacts.events.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { TicketPreviewService } from '../../tickets/preview/ticket-preview.service.js';
import { TicketRemoving } from '../../tickets/tickets.events.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import { LinkPreviewsService } from '../link-previews/link-previews.service.js';
import {
  eraseMessages,
  forgetQuotesOf,
  isOfContact,
  isOlderThan,
  markCountedRead,
  removeMessagesOf,
  ticketsWithMessagesOf,
} from './message-privacy.queries.js';

const ticketBatch = 50;
const messageBatch = 1000;
const noLimit = 2_147_483_647;

/**
 * Removes or erases messages when their ticket or contact is removed, clears the author when a user is removed, and
 * erases messages of closed tickets after the months of the setting `retentionMonths` (0: never). Erased rows stay for
 * statistics.
 */
@Injectable()
export class MessageErasureService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly settings: SettingsService,
    private readonly inbox: InboxService,
    private readonly writer: MessageWriterService,
    private readonly links: LinkPreviewsService,
    private readonly preview: TicketPreviewService,
  ) {}

  @InTransaction(TicketRemoving)
  async ticketRemoving({ ticket }: TicketRemoving): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(forgetQuotesOf(companyId, ticket.id));
    const rows = await this.db.rows(removeMessagesOf(companyId, ticket.id));
    await enqueueFileRemoval(
      this.jobs,
      rows.flatMap(({ files }) => files),
    );
  }

  /** Erases the contact's texts and files, also in the inbox. */
  @InTransaction(ContactErasing)
  async contactErasing({ contactId, numbers, identifiers }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    await this.erase(isOfContact(contactId), noLimit);
    await this.db.run(markCountedRead(companyId, contactId));
    const tickets = await this.db.rows(ticketsWithMessagesOf(companyId, contactId));
    await this.writer.refreshPreview(tickets.map(({ id }) => id));
    // providers may omit the ninth digit of Brazilian mobile numbers
    const withoutNinth = numbers.map((number) => number.replace(/^(55\d{2})9(\d{8})$/, '$1$2'));
    await this.inbox.erasePayloads(companyId, [...new Set([...numbers, ...withoutNinth, ...identifiers])]);
  }

  /** Erases a batch that the company keeps no longer. @returns false when there is nothing left to erase */
  async eraseExpired(): Promise<boolean> {
    const months = Number(await this.settings.get('retentionMonths'));
    if (months === 0) return false;
    const ids = await this.preview.lockPurgeable(months, ticketBatch);
    if (ids.length === 0) return false;
    const erased = await this.erase(isOlderThan(ids, months), messageBatch);
    await this.writer.refreshPreview(ids);
    // after a full batch the same tickets may have more messages
    if (erased < messageBatch) await this.preview.setPurged(ids, months);
    return true;
  }

  /**
   * Erases messages `m` of the company that still have contents, at most `limit`; returns how many. The provider's id
   * is erased, too, as some contain the customer's number.
   */
  private async erase(where: Condition, limit: number): Promise<number> {
    const rows = await this.db.rows(eraseMessages(this.db.companyId, where, limit));
    await enqueueFileRemoval(
      this.jobs,
      rows.flatMap(({ files }) => files),
    );
    await this.links.removeByUrls(rows.flatMap(({ link }) => link ?? []));
    return rows.length;
  }
}
