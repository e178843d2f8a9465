import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { AutomaticAnswersEnding, type PossibleChoice } from '../../../conversations/messages/messages.events.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { mayBotAnswer } from '../../../conversations/tickets/bot.policy.js';
import { CustomerServiceWindowService } from '../../../conversations/tickets/lifecycle/customer-service-window.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { OpeningHoursService } from '../../../people/opening-hours/opening/opening-hours.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { AnswerLimitsService } from '../limits/answer-limits.service.js';
import {
  type BotQueue,
  botContexts,
  endSession,
  insertChoices,
  newSession,
  offeredTitles,
  resumeSession,
  saveSession,
  ticketOfMessage,
  unansweredMessage,
} from '../queries/chatbot.queries.js';
import { parseChoiceId, parseMenuAnswer } from './bot-menu.js';
import { BotMenusService } from './bot-menus.service.js';
import type { BotStep } from './bot-step.js';
import { RespondersService } from './responders.service.js';

/**
 * Answers customers whose ticket has no attendant (behaviour.md §6): with the out-of-hours message, or a prompt or an
 * integration, or the menus. Each step is one transaction that locks the ticket and queues the messages to send.
 */
@Injectable()
export class ChatbotService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly locks: TicketLocksService,
    private readonly windows: CustomerServiceWindowService,
    private readonly openingHours: OpeningHoursService,
    private readonly settings: SettingsService,
    private readonly automaticMessages: AutomaticMessagesService,
    private readonly responders: RespondersService,
    private readonly menus: BotMenusService,
    private readonly limits: AnswerLimitsService,
  ) {}

  /** Answers messages of customers, each in another ticket, unless an attendant has taken the ticket meanwhile. */
  async receive(messages: readonly { readonly ticketId: number; readonly messageId: number }[]): Promise<void> {
    const steps = await this.begin(messages);
    const answering = [...steps.values()].filter(({ session }) => session.state !== 'ended');
    const limits = await this.limits.reached(answering.map(({ ticket }) => ticket.id));
    for (const { ticketId, messageId } of messages) {
      const own = steps.get(ticketId);
      const step = own?.message ? own : await this.beginMoved(ticketId, messageId);
      if (!step?.message || step.message.isLate) continue;
      const limit = step === own ? limits.get(ticketId) : undefined;
      if (limit) {
        await this.limits.handOver(step.ticket, limit);
        continue;
      }
      await this.answer(step);
      await this.save(step);
    }
  }

  /** Whether a message chooses from the menu, or the flow of typebot, that waits for the customer's choice. */
  async isChoice({ contactId, connectionId, body, pressed }: PossibleChoice): Promise<boolean> {
    if (parseChoiceId(pressed)) return true;
    const offered = await this.db.rows(offeredTitles(this.db.companyId, contactId, connectionId));
    return parseMenuAnswer(body, offered) !== undefined;
  }

  /** The prompt or integration has stopped: the menus continue unless somebody has taken the ticket. */
  async responderStopped(ticketId: number, transferred: boolean): Promise<void> {
    const step = (await this.begin([{ ticketId, messageId: null }])).get(ticketId);
    // a transfer by the responder itself ended the session, too
    if (!step || step.attended || (step.session.state === 'ended' && !transferred)) return;
    step.session.responderEnded = true;
    await this.responders.stop(step.ticket);
    await this.goOn(step);
    await this.save(step);
  }

  /** Somebody gave the ticket back: the bot begins anew, with the customer's last message if nobody has answered it. */
  async resume({ id: ticketId }: Ticket): Promise<void> {
    const { companyId } = this.db;
    const ticket = await this.locks.lockExisting(ticketId);
    if (!ticket || !mayBotAnswer(ticket)) return;
    await this.events.dispatch(new AutomaticAnswersEnding({ ticketId }));
    await this.db.run(resumeSession(companyId, ticketId));
    const message = await this.db.row(unansweredMessage(companyId, ticketId));
    if (message) await this.receive([{ ticketId, messageId: message.id }]);
  }

  /** Somebody or a timer moved the ticket, so nothing answers any more in this attendance. */
  async end(ticket: Ticket): Promise<void> {
    await this.responders.stop(ticket);
    await this.db.run(endSession(this.db.companyId, ticket.id));
  }

  /** {@link end} for a conversation that nobody has taken. */
  async endOf(ticketId: number): Promise<void> {
    const ticket = await this.locks.lockExisting(ticketId);
    if (ticket?.status === 'pending') await this.end(ticket);
  }

  /** If the contact was merged after the message was stored, the message belongs to the other contact's ticket. */
  private async beginMoved(ticketId: number, messageId: number): Promise<BotStep | undefined> {
    const moved = await this.db.row(ticketOfMessage(this.db.companyId, messageId));
    if (!moved || moved.id === ticketId) return undefined;
    return (await this.begin([{ ticketId: moved.id, messageId }])).get(moved.id);
  }

  /** Starts steps for the tickets in which the bot may answer, by ticket id. */
  private async begin(
    messages: readonly { readonly ticketId: number; readonly messageId: number | null }[],
  ): Promise<Map<number, BotStep>> {
    const messageOf = new Map(messages.map(({ ticketId, messageId }) => [ticketId, messageId]));
    const locked = await this.locks.lockAllExisting([...messageOf.keys()]);
    const tickets = locked.filter((ticket) => mayBotAnswer(ticket) && this.windows.isOpen(ticket.windowUntil));
    const ids = tickets.map(({ id }) => id);
    const messageIds = ids.map((id) => messageOf.get(id) ?? null);
    const contexts = ids.length > 0 ? await this.db.rows(botContexts(this.db.companyId, ids, messageIds)) : [];
    const steps = new Map<number, BotStep>();
    for (const { ticketId, ...context } of contexts) {
      const ticket = tickets.find(({ id }) => id === ticketId);
      if (!ticket || !context.mayWork) continue;
      const session = context.session ?? newSession;
      steps.set(ticketId, { ...context, ticket, session: { ...session }, before: session, choices: [] });
    }
    return steps;
  }

  private async answer(step: BotStep): Promise<void> {
    const { session } = step;
    const closed = await this.closedText(step, step.queue);
    if (step.attended || session.state === 'ended') return this.sayClosed(step, closed);
    if (closed === undefined && (await this.respond(step))) return;
    const queueId = this.menus.chosenDepartment(step);
    if (queueId !== undefined) return this.enter(step, queueId);
    if (closed !== undefined) return this.answerClosed(step, closed);
    if (await this.menus.press(step)) return;
    if (session.state === 'idle' || session.state === 'responder') return this.start(step);
    if (session.state === 'closed' && !this.menus.goesBack(step)) return this.showQueue(step);
    await this.menus.answer(step);
  }

  /** Goes from a closed department back to the menu of departments, if that is open. */
  private async answerClosed(step: BotStep, text: string): Promise<void> {
    const leaves = this.menus.goesBack(step) && (await this.closedText(step, null)) === undefined;
    if (leaves) return this.menus.showMain(step);
    await this.sayClosed(step, text);
    const { outOfHoursDepartment, outOfHoursQueueId } = step.connection;
    if (step.ticket.queueId !== null) return;
    if (outOfHoursDepartment === 'choose') await this.menus.offerDepartments(step);
    else if (outOfHoursDepartment === 'fixed' && outOfHoursQueueId !== null) {
      await this.menus.enter(step, outOfHoursQueueId);
      step.session.state = 'closed';
    }
  }

  /** The out-of-hours message of the department; undefined: it is open, or works as if it were. */
  private async closedText({ connection }: BotStep, queue: BotQueue | null): Promise<string | undefined> {
    const text = queue?.outOfHoursMessage.trim() || connection.outOfHoursMessage;
    if (text.trim() === '') return undefined;
    const { open } = await this.openingHours.status(queue?.id ?? null, this.clock.now());
    return open ? undefined : text;
  }

  /** Sends the out-of-hours message once in an attendance. */
  private async sayClosed({ ticket, session }: BotStep, text: string | undefined): Promise<void> {
    if (text === undefined || session.outOfHours) return;
    await this.automaticMessages.sendFilled(ticket.id, text);
    session.outOfHours = true;
  }

  /** Whether the ticket's prompt or integration answers; one that cannot is removed from the ticket. */
  private async respond({ ticket, session, message }: BotStep): Promise<boolean> {
    if (message && (await this.responders.goOn(ticket, message.id))) return true;
    if (session.state === 'responder') session.responderEnded = true;
    await this.responders.stop(ticket);
    return false;
  }

  private async start(step: BotStep): Promise<void> {
    if (step.session.responderEnded) return this.goOn(step);
    if (await this.responders.start(step, 'connection')) return;
    if (step.queue && step.resumed) return this.showQueue(step);
    if (step.queue && (await this.responders.start(step, 'queue'))) return;
    const mayGreet = step.isFirst && step.connection.greetingMessage.trim() !== '';
    const greets = mayGreet && (await this.settings.isEnabled('sendGreetingMessageOneQueues'));
    await this.menus.start(step, { greets });
  }

  /** Continues after a prompt or an integration. */
  private async goOn(step: BotStep): Promise<void> {
    if (step.queue) return this.showQueue(step);
    step.session.state = 'idle';
    const closed = await this.closedText(step, null);
    if (closed === undefined) await this.menus.goOn(step);
    else await this.sayClosed(step, closed);
  }

  private async enter(step: BotStep, queueId: number): Promise<void> {
    await this.menus.enter(step, queueId);
    await this.showQueue(step);
  }

  /** Answers a customer who enters a department; if it is closed, with the first message once it is open. */
  private async showQueue(step: BotStep): Promise<void> {
    const closed = await this.closedText(step, step.queue);
    step.session.state = closed === undefined ? 'waiting' : 'closed';
    if (closed !== undefined) return this.sayClosed(step, closed);
    if (await this.responders.start(step, 'queue')) return;
    await this.menus.showQueue(step);
  }

  private async save({ cycleId, session, before, choices }: BotStep): Promise<void> {
    const { companyId } = this.db;
    if (choices.length === 0 && JSON.stringify(session) === JSON.stringify(before)) return;
    const changes =
      session.state !== before.state ||
      session.optionId !== before.optionId ||
      choices.some((c) => c.optionId === null);
    const row = await this.db.row(saveSession(companyId, cycleId, session, session.menuSent && changes));
    if (row && choices.length > 0) await this.db.run(insertChoices(companyId, row.id, choices));
  }
}
