import { Injectable, Logger } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Db } from '../../../../core/database/db.js';
import type { Localized } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { connectionErrors } from '../../../channels/connections/connections.errors.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { type TicketRow, withConnectionId } from '../../tickets/queries/tickets.queries.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import { LinkPreviewsService } from '../link-previews/link-previews.service.js';
import { deliveryErrorTexts, emptyText, messageErrors } from '../messages.errors.js';
import { type ProviderMessage, providerMessage } from '../outbound/outbound.queries.js';
import { outboundOrderingKey } from '../outbound/outbound-messages.service.js';
import { PermanentRefusal, throwForOutcome } from '../outbound/send-outcome.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { MessageEditStoreService } from './message-edit-store.service.js';
import type { ChangeRefusal } from './message-edits.queries.js';

/** Sends an edit or a deletion to the provider. `body` is the new text; null deletes. */
class ChangeMessage extends defineJob<{ messageId: number; body: string | null }>('change-message') {}

const backoff = [2, 10, 60];
/** Interval for checking whether the message itself has been sent. */
const unsettledMs = 60_000;
const unsettled: readonly string[] = ['queued', 'sending', 'uncertain'];

/** Attendants edit and delete messages of the company in tickets in which they may write (spec 000 §6). */
@Injectable()
export class MessageEditsService {
  private readonly logger = new Logger('Changes');

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly tickets: TicketsService,
    private readonly store: MessageEditStoreService,
    private readonly links: LinkPreviewsService,
    private readonly rows: MessageReaderService,
  ) {}

  /** @throws 400 for an empty text and unless it is a text of the company, 422 if the channel cannot edit */
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

  /**
   * The job has the recipient's ordering key, so it runs after the message's own. A change without an answer is sent
   * again, as repeating it is harmless. While the message's delivery is uncertain, the job waits without an ordering
   * key.
   */
  @JobHandler(ChangeMessage, { inWeb: true, transactional: false, backoff })
  async perform(payload: ChangeMessage['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const { messageId, body } = payload;
    const message = await this.db.runAs(companyId, () => this.db.row(providerMessage(companyId, messageId)));
    if (!message) return;
    if (unsettled.includes(message.status)) {
      const runAt = new Date(Date.now() + unsettledMs);
      return this.db.runAs(companyId, () => this.jobs.add(ChangeMessage, payload, { runAt }));
    }
    try {
      if (message.status !== 'withdrawn' && message.status !== 'failed')
        await this.sendToProvider(companyId, message, body);
      await this.db.runAs(companyId, () => this.store.confirm(messageId, body));
    } catch (error) {
      const refused = error instanceof PermanentRefusal;
      if (error instanceof RetryLater || (!refused && attempt <= backoff.length)) throw error;
      this.logger.warn({ msg: 'change of a message not accepted', messageId, reason: String(error) });
      const text = refused ? error.text : deliveryErrorTexts.unchanged;
      await this.db.runAs(companyId, () => this.store.revert(messageId, body, refusal(body, text)));
    }
  }

  @OnDiscard(ChangeMessage)
  async discarded({ messageId, body }: ChangeMessage['payload']): Promise<void> {
    await this.store.revert(messageId, body, refusal(body, deliveryErrorTexts.unchanged));
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

  private async sendToProvider(
    companyId: number,
    { connectionId, to, targetProviderId }: ProviderMessage,
    body: string | null,
  ): Promise<void> {
    if (targetProviderId === null) throw new PermanentRefusal(deliveryErrorTexts.unchanged);
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
    const channel = this.channels.get(connection.channel);
    const target = { to, targetProviderId };
    const outcome = await (body === null
      ? channel.delete?.(connection, target)
      : channel.edit?.(connection, { ...target, body }));
    if (!outcome) throw new PermanentRefusal(connectionErrors.ERR_CHANNEL_CANNOT().text);
    throwForOutcome(outcome);
  }
}

const refusal = (body: string | null, text: Localized): ChangeRefusal => ({
  code: body === null ? 'ERR_DELETE_WAPP_MSG' : 'ERR_EDIT_WAPP_MSG',
  text,
});
