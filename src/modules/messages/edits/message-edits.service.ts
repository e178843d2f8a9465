import { Injectable } from '@nestjs/common';
import { Audit } from '../../../core/audit/audit.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { Channels } from '../../connections/channels/channels.service.js';
import type { TicketRow } from '../../tickets/tickets.queries.js';
import { TicketsService } from '../../tickets/tickets.service.js';
import { LinkPreviews } from '../link-previews/link-previews.service.js';
import { assertCapability } from '../messages.policy.js';
import { MessageQueries, type MessageRow } from '../messages.queries.js';
import '../messages.module.js';
import { emptyText, messageErrors } from '../messages.errors.js';
import { outboundOrderingKey } from '../outbound/outbound-messages.service.js';
import { ChangeMessage } from './change-message.job.js';
import { MessageEditStore } from './message-edit-store.service.js';

/** Attendants edit and delete messages of ours, if they may write in the ticket (spec 000 §6). */
@Injectable()
export class MessageEdits {
  constructor(
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
    const message = await this.rows.getStored(messageId);
    const ticket = await this.tickets.get(message.ticketId);
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
    const message = await this.rows.getStored(messageId);
    const ticket = await this.tickets.get(message.ticketId);
    this.assertAllowed(ticket, 'delete');
    if (!message.fromMe || message.isDeleted) throw messageErrors.ERR_DELETE_WAPP_MSG();
    if (!(await this.store.delete(messageId))) throw messageErrors.ERR_DELETE_WAPP_MSG();
    this.audit.record('message.deleted', messageId, { ticketId: ticket.id });
    await this.enqueueChange(ticket, messageId, null);
  }

  private assertAllowed(ticket: TicketRow, what: 'edit' | 'delete'): void {
    assertCapability(this.channels.get(ticket.channel), what);
    if (ticket.status !== 'open') throw messageErrors.ERR_TICKET_NOT_OPEN();
  }

  private async enqueueChange(ticket: TicketRow, messageId: number, body: string | null): Promise<void> {
    await this.jobs.add(ChangeMessage, { messageId, body }, { orderingKey: outboundOrderingKey(ticket) });
  }
}
