import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { InboundMessage } from '../../../channels/connections/channels/channel.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { TicketLifecycleService } from '../../tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../tickets/lifecycle/ticket-locks.service.js';
import { assignmentOf, TicketChanged, TicketMarkingRead } from '../../tickets/tickets.events.js';
import { AutomaticAnswersEnding } from '../messages.events.js';
import { AutomaticMessagesService } from '../outbound/automatic-messages.service.js';
import { wroteBefore } from '../queries/messages.queries.js';
import { isOptOut } from './opt-out-words.js';

// Texts for customers are in the company's language, Portuguese.
const confirmation = 'Pronto, você não vai mais receber nossas campanhas. Se precisar de algo, é só escrever por aqui.';

/** Customers who answer with an opt-out word (setting `optOutWord`), as text, button or list row, get no campaigns. */
@Injectable()
export class OptOutsService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly contacts: ContactsService,
    private readonly settings: SettingsService,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly automaticMessages: AutomaticMessagesService,
  ) {}

  async isOne({ type, body, data, group, fromMe, standby }: InboundMessage): Promise<boolean> {
    if (group || fromMe || standby || (type !== 'chat' && type !== 'interactive')) return false;
    const { id } = (data?.['reply'] ?? {}) as { readonly id?: unknown };
    const setting = await this.settings.get('optOutWord');
    return isOptOut(body, setting) || (typeof id === 'string' && isOptOut(id, setting));
  }

  /** Runs before other handlers of the message. @returns false when the customer had already opted out */
  store(contactId: number): Promise<boolean> {
    return this.contacts.optOut(contactId);
  }

  /** Confirms the opt-out once. Closes the conversation unless the customer wrote before and waits for an attendant. */
  async confirm(ticketId: number, messageId: number, isNew: boolean): Promise<void> {
    const ticket = await this.locks.lock(ticketId);
    if (isNew) await this.automaticMessages.sendText(ticket, confirmation);
    if (ticket.status !== 'pending') return;
    if (await this.db.row(wroteBefore(this.db.companyId, ticketId, messageId))) {
      await this.events.dispatch(new AutomaticAnswersEnding({ ticketId }));
      return;
    }
    await this.events.dispatch(new TicketMarkingRead({ ticket }));
    const before = assignmentOf(ticket);
    await this.lifecycle.close(await this.locks.lock(ticketId));
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId, before }));
  }
}
