import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { type TicketRow, withConnectionId } from '../../tickets/queries/tickets.queries.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import { LinkPreviewsService } from '../link-previews/link-previews.service.js';
import { maxBody } from '../messages.dto.js';
import { emptyText, messageErrors, textTooLong } from '../messages.errors.js';
import { outboundOrderingKey } from '../outbound/outbound-messages.service.js';
import { TextVariablesService } from '../outbound/text-variables.service.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { ChangeMessage } from './change-message.job.js';
import { MessageEditStoreService } from './message-edit-store.service.js';

/** Attendants edit and delete messages of the company in tickets in which they may write (spec 000 §6). */
@Injectable()
export class MessageEditsService {
  constructor(
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly channels: ChannelsService,
    private readonly tickets: TicketsService,
    private readonly store: MessageEditStoreService,
    private readonly links: LinkPreviewsService,
    private readonly rows: MessageReaderService,
    private readonly variables: TextVariablesService,
  ) {}

  /**
   * @throws 400 for an empty text, for an unknown variable of a person and unless it is a text of the company, 422 if
   * the channel cannot edit
   */
  async edit(messageId: number, written: string): Promise<MessageRow> {
    const message = await this.rows.getStored(messageId);
    const ticket = await this.tickets.get(message.ticketId);
    this.assertAllowed(ticket, 'edit');
    const body = await this.filled(ticket.id, written);
    if (!message.fromMe || message.isDeleted || message.mediaType !== 'chat') throw messageErrors.ERR_EDIT_WAPP_MSG();
    const changed = await this.store.edit(messageId, body);
    if (!changed) throw messageErrors.ERR_EDIT_WAPP_MSG();
    if (changed.status !== 'queued' && changed.status !== 'failed') await this.enqueueChange(ticket, messageId, body);
    this.audit.record('message.edited', messageId, { ticketId: ticket.id });
    await this.links.enqueue(messageId, body);
    return this.rows.get(messageId);
  }

  /** @throws 400 for customers' and already deleted messages, 422 if the channel cannot delete */
  async delete(messageId: number): Promise<void> {
    const message = await this.rows.getStored(messageId);
    const ticket = await this.tickets.get(message.ticketId);
    this.assertAllowed(ticket, 'delete');
    if (!message.fromMe || message.isDeleted) throw messageErrors.ERR_DELETE_WAPP_MSG();
    if (!(await this.store.delete(messageId))) throw messageErrors.ERR_DELETE_WAPP_MSG();
    this.audit.record('message.deleted', messageId, { ticketId: ticket.id });
    await this.enqueueChange(ticket, messageId, null);
  }

  private async filled(ticketId: number, written: string): Promise<string> {
    this.variables.assertKnown([written]);
    const [body = ''] = await this.variables.fillAll(ticketId, [written]);
    if (body.trim() === '') throw emptyText();
    if (body.length > maxBody) throw textTooLong();
    return body;
  }

  private assertAllowed(ticket: TicketRow, what: 'edit' | 'delete'): void {
    this.channels.assertCan(ticket.channel, what);
    if (ticket.status !== 'open') throw messageErrors.ERR_TICKET_NOT_OPEN();
  }

  private async enqueueChange(ticket: TicketRow, messageId: number, body: string | null): Promise<void> {
    await this.jobs.add(
      ChangeMessage,
      { messageId, body },
      { orderingKey: outboundOrderingKey(withConnectionId(ticket)) },
    );
  }
}
