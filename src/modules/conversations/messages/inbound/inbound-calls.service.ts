import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { InboundCall } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { InboxConnection } from '../../../channels/connections/inbox/inbox.queries.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { InboundTicketsService } from '../../tickets/lifecycle/inbound-tickets.service.js';
import { MessageWriterService } from '../history/message-writer.service.js';
import { MessageStored } from '../messages.events.js';
import { AutomaticMessagesService } from '../outbound/automatic-messages.service.js';
import { callSince } from './inbound.queries.js';
import { RejectCall } from './reject-call.job.js';

/** A customer who calls again within this time gets no second text. */
const repeatedMinutes = 10;

// Texts for customers are in the company's language, Portuguese.
const noCallsText =
  '*Mensagem automática*: não atendemos chamadas de voz ou de vídeo neste número. Escreva sua mensagem, e responderemos por aqui.';

/** Calls of customers (behaviour.md §6): shown in the conversation, rejected unless the setting `call` allows them. */
@Injectable()
export class InboundCallsService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly settings: SettingsService,
    private readonly channels: ChannelsService,
    private readonly contacts: ContactsService,
    private readonly tickets: InboundTicketsService,
    private readonly windows: CustomerServiceWindowService,
    private readonly writer: MessageWriterService,
    private readonly automaticMessages: AutomaticMessagesService,
  ) {}

  /** Runs in the transaction that marks the event processed. */
  async receive(connection: InboxConnection, event: InboundCall): Promise<void> {
    const { id: connectionId, channel } = connection;
    const { callId, timestamp: calledAt } = event;
    const contact = await this.contacts.upsertFromChannel({
      number: event.from,
      name: event.name,
      isGroup: false,
      lid: event.lid,
      userId: event.userId,
      parentUserId: event.parentUserId,
      username: event.username,
    });
    const ticket = await this.tickets.findOrCreate({ id: contact.id, isGroup: false }, connection);
    const rejects = !(await this.settings.isEnabled('call'));
    const tells = rejects && !(await this.calledLately(ticket.id));
    const messageId = await this.writer.insert({
      ticketId: ticket.id,
      contactId: contact.id,
      connectionId,
      body: '',
      fromMe: false,
      read: false,
      mediaType: 'call_log',
      file: null,
      quoted: null,
      status: 'received',
      ack: 0,
      data: null,
      sentAt: calledAt,
      windowUntil: this.windows.expiryAfter(connection, new Date(calledAt)),
    });
    if (messageId !== undefined)
      this.events.emit(new MessageStored({ companyId: this.db.companyId, messageId, action: 'create' }));
    if (rejects && this.channels.get(channel).rejectCall)
      await this.jobs.add(RejectCall, { connectionId, callId, calledAt });
    if (tells) await this.automaticMessages.sendFilled(ticket.id, noCallsText);
  }

  private async calledLately(ticketId: number): Promise<boolean> {
    const row = await this.db.row(callSince(this.db.companyId, ticketId, repeatedMinutes));
    return row !== undefined;
  }
}
