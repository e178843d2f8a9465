import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { Db } from '../../core/database/db.js';
import { AutomaticMessages } from '../messages/outbound/automatic-messages.service.js';
import { OpeningHours } from '../opening-hours/opening-hours.service.js';
import { Settings } from '../settings/settings.service.js';
import { CustomerServiceWindow } from '../tickets/lifecycle/customer-service-window.service.js';
import { TicketLocks } from '../tickets/lifecycle/ticket-locks.service.js';
import { BotMenus } from './bot-menus.service.js';
import type { BotStep } from './bot-step.js';
import { botContext, insertChoices, newSession, saveSession } from './chatbot.queries.js';
import { Responders } from './responders.service.js';

/**
 * Answers customers whose ticket has no attendant (behaviour.md §6): the out-of-hours message, otherwise a prompt or an
 * integration, otherwise the menus. Each step is one transaction that holds the ticket's lock and queues what is sent.
 */
@Injectable()
export class Chatbot {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly locks: TicketLocks,
    private readonly windows: CustomerServiceWindow,
    private readonly openingHours: OpeningHours,
    private readonly settings: Settings,
    private readonly automaticMessages: AutomaticMessages,
    private readonly responders: Responders,
    private readonly menus: BotMenus,
  ) {}

  /** Answers a customer's message, unless somebody has the ticket by now. */
  async receive(ticketId: number, messageId: number): Promise<void> {
    const step = await this.begin(ticketId, messageId);
    if (!step?.message || step.message.isLate) return;
    await this.answer(step);
    await this.save(step);
  }

  /** The prompt or integration answers no longer: the menus go on where nobody has taken the ticket. */
  async responderStopped(ticketId: number, transferred: boolean): Promise<void> {
    const step = await this.begin(ticketId, null);
    if (!step || step.attended) return;
    step.session.responderEnded = true;
    await this.responders.stop(step.ticket);
    if (transferred && step.queue) await this.showQueue(step);
    else await this.menus.goOn(step);
    await this.save(step);
  }

  private async begin(ticketId: number, messageId: number | null): Promise<BotStep | undefined> {
    const ticket = await this.locks.lockExisting(ticketId);
    if (!ticket || ticket.isGroup || ticket.status !== 'pending' || ticket.userId !== null) return undefined;
    if (!this.windows.isOpen(ticket.windowUntil)) return undefined;
    const context = await this.db.row(botContext(this.db.companyId, ticketId, messageId));
    if (!context?.mayWork) return undefined;
    const session = context.session ?? newSession;
    return { ...context, ticket, session: { ...session }, before: session, choices: [] };
  }

  private async answer(step: BotStep): Promise<void> {
    if (await this.sayClosed(step)) return;
    if (step.attended || step.session.state === 'ended') return;
    if (await this.respond(step)) return;
    const begins = step.session.state === 'idle' || step.session.state === 'responder';
    // a button of an earlier attendance still names its department
    const queueId = begins ? this.menus.pressedDepartment(step) : await this.menus.answer(step);
    if (queueId === undefined) return begins ? this.start(step) : undefined;
    await this.menus.enter(step, queueId);
    await this.showQueue(step);
  }

  /** Outside of the hours; their message is sent once in an attendance. */
  private async sayClosed({ ticket, queue, connection, session }: BotStep): Promise<boolean> {
    const text = queue?.outOfHoursMessage.trim() || connection.outOfHoursMessage;
    if (text.trim() === '') return false;
    const { open } = await this.openingHours.status(ticket.queueId, this.clock.now());
    if (open) return false;
    if (!session.outOfHours) await this.automaticMessages.sendFilled(ticket.id, text);
    session.outOfHours = true;
    return true;
  }

  /** Whether the prompt or the integration that has the ticket answers; one that cannot lets go of it. */
  private async respond({ ticket, session, message }: BotStep): Promise<boolean> {
    if (message && (await this.responders.goOn(ticket, message.id))) return true;
    if (session.state === 'responder') session.responderEnded = true;
    await this.responders.stop(ticket);
    return false;
  }

  private async start(step: BotStep): Promise<void> {
    if (step.session.responderEnded) return this.menus.goOn(step);
    if (await this.responders.start(step, 'connection')) return;
    if (step.queue && (await this.responders.start(step, 'queue'))) return;
    const mayGreet = step.isFirst && step.connection.greetingMessage.trim() !== '';
    const greets = mayGreet && (await this.settings.isEnabled('sendGreetingMessageOneQueues'));
    await this.menus.start(step, { greets });
  }

  /** What a customer gets who has come to a department. */
  private async showQueue(step: BotStep): Promise<void> {
    step.session.state = 'waiting';
    if (await this.sayClosed(step)) return;
    if (await this.responders.start(step, 'queue')) return;
    await this.menus.showQueue(step);
  }

  private async save({ cycleId, session, before, choices }: BotStep): Promise<void> {
    const { companyId } = this.db;
    if (choices.length === 0 && JSON.stringify(session) === JSON.stringify(before)) return;
    const row = await this.db.row(saveSession(companyId, cycleId, session));
    if (row && choices.length > 0) await this.db.run(insertChoices(companyId, row.id, choices));
  }
}
