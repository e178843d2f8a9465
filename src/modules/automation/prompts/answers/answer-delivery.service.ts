import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { Localized } from '../../../../core/i18n.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { AutomaticAnswersStopped } from '../../../conversations/messages/messages.events.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { ResponderHandoverService } from '../../../conversations/messages/outbound/responder-handover.service.js';
import { mayBotAnswer } from '../../../conversations/tickets/bot.policy.js';
import { TicketsService } from '../../../conversations/tickets/crud/tickets.service.js';
import { CustomerServiceWindowService } from '../../../conversations/tickets/lifecycle/customer-service-window.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { TicketNotesService } from '../../../conversations/tickets/notes/ticket-notes.service.js';
import { TicketTagsService } from '../../../conversations/tickets/tags/ticket-tags.service.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { Prompt } from '../prompt.entity.js';
import type { Question, WrittenAnswer } from './answer-writer.service.js';
import { waitingConversation } from './answers.queries.js';
import { withoutMarks } from './message-marks.policy.js';

/** Sends an answer and executes its actions, in the current transaction, which runs as the prompt. */
@Injectable()
export class AnswerDeliveryService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly handover: ResponderHandoverService,
    private readonly windows: CustomerServiceWindowService,
    private readonly tickets: TicketsService,
    private readonly tags: TicketTagsService,
    private readonly notes: TicketNotesService,
    private readonly contacts: ContactsService,
    private readonly automaticMessages: AutomaticMessagesService,
    private readonly channels: ChannelsService,
  ) {}

  /**
   * Sends the answer and executes its actions, unless somebody else answers the conversation now.
   * @param last send it even if the customer wrote meanwhile
   * @returns false when the customer wrote meanwhile, and nothing was done
   */
  async deliver(ticketId: number, question: Question, answer: WrittenAnswer, last: boolean): Promise<boolean> {
    const { prompt, conversation } = question;
    const newestId = conversation.newestId ?? 0;
    const ticket = await this.lockWaiting(ticketId, prompt.id);
    if (!ticket) return true;
    const now = await this.db.row(waitingConversation(this.db.companyId, ticketId, prompt.id, newestId));
    if (!now || now.answered) return true;
    if (now.newestId !== newestId && !last) return false;
    if (!this.windows.isOpen(ticket.windowUntil)) {
      await this.handover.stop(ticket, 'unavailable');
      return true;
    }
    await this.setError(prompt.id, null);
    if (answer.text !== '') await this.say(ticket, answer.text, { promptId: prompt.id, answersUpTo: newestId });
    await this.act(ticket, prompt, answer);
    return true;
  }

  /** The prompt stops answering; the bot continues in the same transaction. @param error of the endpoint, or null */
  async stop(ticketId: number, promptId: number, error: Localized | null): Promise<void> {
    if (error) await this.setError(promptId, error);
    const ticket = await this.lockWaiting(ticketId, promptId);
    if (ticket) await this.handover.stop(ticket, 'unavailable');
  }

  /** A model may invent addresses, so none is opened for a preview. */
  private async say(ticket: Ticket, text: string, data: Record<string, number>): Promise<void> {
    const shown = this.channels.get(ticket.channel).showsMarks ? withoutMarks(text) : text;
    await this.automaticMessages.sendText(ticket, shown, data, { preview: false });
  }

  private async act(ticket: Ticket, prompt: Prompt, { actions, cited }: WrittenAnswer): Promise<void> {
    const { id, contactId } = ticket;
    const { transferTo, close, tagIds, name, email } = actions;
    if (name || email)
      await this.contacts.update(contactId, { ...(name ? { name } : {}), ...(email ? { email } : {}) });
    for (const tagId of tagIds) await this.tags.change(id, tagId, 'on');
    const sources = [...new Set(cited.map(({ title }) => title))];
    if (sources.length > 0) {
      const note = `${prompt.name} respondeu com: ${sources.join('; ')}`;
      await this.notes.create({ note, ticketId: id, contactId, mentions: [] });
    }
    if (transferTo !== undefined) {
      const queueId = transferTo ?? prompt.queueId;
      await this.tickets.update(id, { promptId: null, ...(queueId === null ? {} : { queueId }) });
      await this.events.dispatch(new AutomaticAnswersStopped({ ticketId: id, reason: 'transferred' }));
    } else if (close) await this.tickets.update(id, { status: 'closed', promptId: null });
  }

  /** undefined: a person took the ticket or has written, or the prompt no longer answers it. */
  private async lockWaiting(ticketId: number, promptId: number): Promise<Ticket | undefined> {
    const ticket = await this.locks.lockExisting(ticketId);
    return ticket && mayBotAnswer(ticket) && ticket.promptId === promptId ? ticket : undefined;
  }

  private async setError(promptId: number, lastError: Localized | null): Promise<void> {
    const prompt = await this.db.em.findOne(Prompt, { id: promptId });
    if (prompt && (prompt.lastError || lastError)) prompt.lastError = lastError;
  }
}
