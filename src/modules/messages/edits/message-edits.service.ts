import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../core/audit/audit.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { Channels } from '../../connections/channels/channels.service.js';
import type { TicketRow } from '../../tickets/tickets.queries.js';
import { TicketsService } from '../../tickets/tickets.service.js';
import { LinkPreviews } from '../link-previews/link-previews.service.js';
import { assertCapability } from '../messages.policy.js';
import { MessageQueries, type MessageRow } from '../messages.queries.js';
import '../messages.audit.js';
import { emptyText, messageErrors } from '../messages.errors.js';
import { outboundOrderingKey } from '../outbound/outbound-messages.service.js';
import { ChangeMessage } from './change-message.job.js';
import { MessageEditStore } from './message-edit-store.service.js';

interface EditableMessage {
  ticketId: number;
  fromMe: boolean;
  isDeleted: boolean;
  mediaType: string;
}

/** Attendants edit and delete messages of ours, if they may write in the ticket (spec 000 §6). */
@Injectable()
export class MessageEdits {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly channels: Channels,
    private readonly tickets: TicketsService,
    private readonly store: MessageEditStore,
    private readonly links: LinkPreviews,
    private readonly rows: MessageQueries,
  ) {}

  /** @throws 400 for an empty text and for anything but a text of ours, 422 where the channel cannot */
  async edit(messageId: number, body: string): Promise<MessageRow> {
    const { ticket, message } = await this.find(messageId);
    if (body.trim() === '') throw emptyText();
    this.assertAllowed(ticket, 'edit');
    if (!message.fromMe || message.isDeleted || message.mediaType !== 'chat') throw messageErrors.ERR_EDIT_WAPP_MSG();
    const changed = await this.store.edit(messageId, body);
    if (!changed) throw messageErrors.ERR_EDIT_WAPP_MSG();
    if (changed.status !== 'queued' && changed.status !== 'failed') await this.enqueueChange(ticket, messageId, body);
    this.audit.record('message.edited', messageId, { ticketId: ticket.id });
    await this.links.enqueue(messageId, body);
    return this.rows.get(messageId);
  }

  /** @throws 400 for what is not ours or already deleted, 422 where the channel cannot */
  async delete(messageId: number): Promise<void> {
    const { ticket, message } = await this.find(messageId);
    this.assertAllowed(ticket, 'delete');
    if (!message.fromMe || message.isDeleted) throw messageErrors.ERR_DELETE_WAPP_MSG();
    if (!(await this.store.delete(messageId))) throw messageErrors.ERR_DELETE_WAPP_MSG();
    this.audit.record('message.deleted', messageId, { ticketId: ticket.id });
    await this.enqueueChange(ticket, messageId, null);
  }

  private async find(messageId: number): Promise<{ ticket: TicketRow; message: EditableMessage }> {
    const message = await this.db.row<EditableMessage>(
      sql`select ticket_id as "ticketId", from_me as "fromMe", is_deleted as "isDeleted", media_type as "mediaType"
       from messages where company_id = ${this.context.companyId} and id = ${messageId}`,
    );
    if (!message) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    return { ticket: await this.tickets.get(message.ticketId), message };
  }

  private assertAllowed(ticket: TicketRow, what: 'edit' | 'delete'): void {
    assertCapability(this.channels.get(ticket.channel), what);
    if (ticket.status !== 'open') throw messageErrors.ERR_TICKET_NOT_OPEN();
  }

  private async enqueueChange(ticket: TicketRow, messageId: number, body: string | null): Promise<void> {
    await this.jobs.add(ChangeMessage, { messageId, body }, { orderingKey: outboundOrderingKey(ticket) });
  }
}
