import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { InboundMessage, InboundPreference } from '../../../channels/connections/channels/channel.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { TicketLifecycleService } from '../../tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../tickets/lifecycle/ticket-locks.service.js';
import { assignmentOf, TicketChanged, TicketMarkingRead } from '../../tickets/tickets.events.js';
import { AutomaticAnswersEnding, menuChoice } from '../messages.events.js';
import { AutomaticMessagesService } from '../outbound/automatic-messages.service.js';
import { wroteBefore } from '../queries/messages.queries.js';
import { isOptOut } from './opt-out-words.js';

// Texts for customers are in the company's language, Portuguese.
const confirmations = {
  stop: 'Pronto, você não vai mais receber nossas campanhas. Se precisar de algo, é só escrever por aqui. Para voltar a recebê-las, responda VOLTAR.',
  resume: 'Pronto, você vai voltar a receber nossas campanhas. Para sair de novo, é só pedir por aqui.',
};

/** Words that undo an opt-out, in the same form as the setting. */
const resumeWords = 'voltar, volver, start';

/** What a customer says about campaigns. */
export type CampaignPreference = InboundPreference['value'];

/**
 * Customers who answer with an opt-out word (setting `optOutWord`), as text, button or list row, or who refuse
 * advertising at the provider, get no campaigns.
 */
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

  /**
   * undefined: the message says nothing about campaigns, as a resume word of somebody who has not opted out, or who
   * chooses it from a menu.
   */
  async preferenceOf(
    contactId: number,
    connectionId: number,
    { type, body, data, group, fromMe, standby }: InboundMessage,
  ): Promise<CampaignPreference | undefined> {
    if (group || fromMe || standby || (type !== 'chat' && type !== 'interactive')) return undefined;
    const { id } = (data?.['reply'] ?? {}) as { readonly id?: unknown };
    const says = (words: string): boolean => isOptOut(body, words) || (typeof id === 'string' && isOptOut(id, words));
    if (says(await this.settings.get('optOutWord'))) return 'stop';
    if (!says(resumeWords) || !(await this.contacts.isOptedOut(contactId))) return undefined;
    const isChoice = await this.events.ask(menuChoice, { contactId, connectionId, body, pressed: id });
    return isChoice.includes(true) ? undefined : 'resume';
  }

  /** Runs before other handlers of the message. @returns false when the customer had said so before */
  store(contactId: number, preference: CampaignPreference): Promise<boolean> {
    return this.contacts.setOptedOut(contactId, preference === 'stop');
  }

  /** The customer has chosen it at the provider, which confirms it. */
  async receive({ from, userId, value, ofFailure }: InboundPreference): Promise<void> {
    const reported = { number: from, userId, name: null, isGroup: false };
    const contact = await (ofFailure
      ? this.contacts.findFromChannel(reported)
      : this.contacts.upsertFromChannel(reported));
    if (contact) await this.store(contact.id, value);
  }

  /** Confirms it once. Closes the conversation unless the customer wrote before and waits for an attendant. */
  async confirm(ticketId: number, messageId: number, preference: CampaignPreference, isNew: boolean): Promise<void> {
    const ticket = await this.locks.lock(ticketId);
    if (isNew) await this.automaticMessages.sendText(ticket, confirmations[preference]);
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
