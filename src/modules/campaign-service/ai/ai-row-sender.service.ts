import { Injectable } from '@nestjs/common';
import { Db } from '../../../core/database/db.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Events } from '../../../core/events/events.js';
import type { Localized } from '../../../core/i18n.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { messageErrors } from '../../messages/messages.errors.js';
import { AutomaticMessages } from '../../messages/outbound/automatic-messages.service.js';
import { Assistant } from '../../prompts/assistant.service.js';
import { CompletionFailed, UnusableCompletion } from '../../prompts/endpoint/chat-completions.service.js';
import { CustomerServiceWindow } from '../../tickets/lifecycle/customer-service-window.service.js';
import { InboundTickets } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { TicketLifecycle } from '../../tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocks } from '../../tickets/lifecycle/ticket-locks.service.js';
import { TicketChanged } from '../../tickets/tickets.events.js';
import { campaignServiceErrors, sendingFaults } from '../campaign-service.errors.js';
import type { ClaimedRow, RowOutcome, RowSender } from '../row-sender.js';
import { lastConversation, lockClaimed, lockRun, recordQueued, releaseRow } from '../sending.queries.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';

/** The prompt writes the first text, which opens a conversation that it answers until it hands over or somebody accepts. */
@Injectable()
export class AiRowSender implements RowSender {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly assistant: Assistant,
    private readonly connections: ConnectionsService,
    private readonly contacts: ContactsService,
    private readonly tickets: InboundTickets,
    private readonly locks: TicketLocks,
    private readonly lifecycle: TicketLifecycle,
    private readonly windows: CustomerServiceWindow,
    private readonly messages: AutomaticMessages,
  ) {}

  async obstacle({ whatsappId }: ServiceCampaign): Promise<Localized | null> {
    const { status } = await this.connections.findOrDefault(whatsappId);
    return status === 'DISCONNECTED' ? sendingFaults.disconnected : null;
  }

  async send(campaign: ServiceCampaign, row: ClaimedRow): Promise<RowOutcome> {
    const { companyId, promptId } = campaign;
    if (promptId === null) throw new Error(`AI campaign ${campaign.id} has no prompt`);
    try {
      await this.db.runAs(companyId, () => this.assertReachable(campaign, row));
      const details = row.fields.flatMap((value, index) => (value ? [`Campo ${index + 1}: ${value}`] : []));
      const text = await this.assistant.writeFirst(companyId, promptId, row.name, [`Nome: ${row.name}`, ...details]);
      await this.db.runAs(companyId, () => this.deliver(campaign, promptId, row, text));
      return { kind: 'recorded' };
    } catch (error) {
      if (error instanceof UnusableCompletion) return { kind: 'failed', text: error.reason };
      if (error instanceof CompletionFailed) return { kind: 'wait', text: error.reason };
      // a refusal has undone a conversation that was opened for it
      if (error instanceof AppError && error.status < 500) return { kind: 'failed', text: error.text };
      throw error;
    }
  }

  /** Before the model is paid for a text. @throws what {@link deliver} would */
  private async assertReachable({ whatsappId }: ServiceCampaign, { number }: ClaimedRow): Promise<void> {
    const connection = await this.connections.findOrDefault(whatsappId);
    const last = await this.db.row(lastConversation(this.db.companyId, connection.id, number));
    if (last?.attended) throw campaignServiceErrors.ERR_CONTACT_ATTENDED();
    if (this.windows.exists(connection.channel) && !(last?.windowUntil && this.windows.isOpen(last.windowUntil)))
      throw messageErrors.ERR_WINDOW_CLOSED();
  }

  /** Conversation, message and the end of the claim in one transaction. @throws what refuses the row */
  private async deliver(
    { companyId, whatsappId, id, run }: ServiceCampaign,
    promptId: number,
    row: ClaimedRow,
    text: string,
  ): Promise<void> {
    if (!(await this.db.row(lockRun(companyId, id, run)))) {
      // switched off or changed while the model wrote
      await this.db.run(releaseRow(companyId, row));
      return;
    }
    if (!(await this.db.row(lockClaimed(companyId, row)))) return;
    const connection = await this.connections.findOrDefault(whatsappId);
    const { number, name } = row;
    const contact = await this.contacts.upsertFromChannel({ number, name: name || null, isGroup: false });
    const found = await this.tickets.findOrCreate({ ...contact, isGroup: false }, connection);
    if (found.userId !== null) throw campaignServiceErrors.ERR_CONTACT_ATTENDED();
    const ticket = await this.locks.lock(found.id);
    if (!this.windows.isOpen(ticket.windowUntil)) throw messageErrors.ERR_WINDOW_CLOSED();
    await this.lifecycle.setResponder(ticket, { promptId });
    if (!found.created) this.events.emit(new TicketChanged(companyId, ticket.id));
    const messageId = await this.messages.sendText(ticket, text);
    await this.db.run(recordQueued(companyId, row, messageId));
  }
}
