import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { assignmentOf, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { type BotOption, botQueue, optionsOf } from '../queries/chatbot.queries.js';
import {
  departmentChoice,
  type Menu,
  type MenuForm,
  menuAsInteractive,
  menuAsText,
  menuBelow,
  menuHeading,
  parseChoiceId,
  parseMenuAnswer,
} from './bot-menu.js';
import type { BotStep } from './bot-step.js';
import { RespondersService } from './responders.service.js';

/** Limit when the connection sets none: two programs that answer each other must stop at some time. */
const mostMenus = 100;

/** The menus of departments and of their options (behaviour.md §6). */
@Injectable()
export class BotMenusService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly settings: SettingsService,
    private readonly channels: ChannelsService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly automaticMessages: AutomaticMessagesService,
    private readonly responders: RespondersService,
  ) {}

  /**
   * Sends the first menu of an attendance: the departments, or the options of the only one; none in a conversation that
   * is reopened in a department. @param greets sends the connection's greeting when there is no menu of departments
   */
  async start(step: BotStep, { greets }: { readonly greets: boolean }): Promise<void> {
    const { ticket, session, connection, queue } = step;
    if (ticket.queueId === null && hasDepartments(step)) return this.showDepartments(step, 'unasked');
    session.state = 'idle';
    if (greets && (await this.automaticMessages.sendFilled(ticket.id, connection.greetingMessage)))
      session.state = 'waiting';
    if (queue && step.isFirst && !hasDepartments(step)) await this.showOptions(step, null, 'unasked');
  }

  /** Continues after a prompt or an integration in a conversation without a department. */
  async goOn(step: BotStep): Promise<void> {
    if (hasDepartments(step)) return this.showDepartments(step, 'asked');
    step.session.state = 'waiting';
  }

  /**
   * The department that the message chooses: by a button or row of any menu, in the menu of departments also by number
   * or name. If only one of the offered departments is left, any message chooses it.
   */
  chosenDepartment({ message, connection: { queues }, session, ticket }: BotStep): number | undefined {
    const pressed = parseChoiceId(message?.pressed);
    const department = queues.find(({ id }) => pressed?.kind === 'queue' && id === pressed.id);
    if (department || ticket.queueId !== null) return department?.id;
    if (queues.length === 1 && session.state !== 'idle' && session.state !== 'responder') return queues[0]?.id;
    if (session.state !== 'menu') return undefined;
    const titles = queues.map(({ name }) => ({ title: name }));
    const chosen = parseMenuAnswer(message?.body ?? '', titles);
    return typeof chosen === 'object' ? queues[chosen.choice]?.id : undefined;
  }

  /** Whether the customer asks for the menu above that of the department. */
  goesBack(step: BotStep): boolean {
    const isOfMenu = step.session.state !== 'idle' && step.ticket.queueId !== null && hasDepartments(step);
    return isOfMenu && typeof parseMenuAnswer(step.message?.body ?? '', []) === 'string';
  }

  /** Chooses the entry whose button or row was pressed, even in an older menu. @returns false: none was pressed */
  async press(step: BotStep): Promise<boolean> {
    const pressed = parseChoiceId(step.message?.pressed);
    const { queueId } = step.ticket;
    if (pressed?.kind !== 'option' || queueId === null) return false;
    const options = await this.optionsOf(queueId);
    const option = options.find(({ id }) => id === pressed.id);
    if (option) await this.choose(step, options, option);
    return option !== undefined;
  }

  /** Answers a message of a customer who is in a menu or waits for an attendant. */
  async answer(step: BotStep): Promise<void> {
    const { session, message, ticket } = step;
    const body = message?.body ?? '';
    if (ticket.queueId === null) {
      const why = parseMenuAnswer(body, []) === undefined ? 'unasked' : 'asked';
      if (hasDepartments(step)) await this.showDepartments(step, why);
      return;
    }
    const options = await this.optionsOf(ticket.queueId);
    const level = levelOf(options, session.optionId);
    const chosen = parseMenuAnswer(body, session.state === 'options' ? level : []);
    const option = typeof chosen === 'object' ? level[chosen.choice] : undefined;
    if (option) await this.choose(step, options, option);
    else if (chosen === 'main') await this.showMain(step);
    else if (chosen === 'up') await this.showUp(step, options);
    else if (session.state === 'options') await this.showOptions(step, session.optionId, 'unasked', options);
  }

  /** Moves the ticket to the department, without the message about a transfer. */
  async enter(step: BotStep, queueId: number): Promise<void> {
    await this.responders.stop(step.ticket);
    await this.move(step, queueId);
    step.queue = (await this.db.row(botQueue(this.db.companyId, queueId))) ?? null;
    step.session.optionId = null;
    step.choices.push({ queueId, optionId: null });
  }

  /** Shows the options of the department, or its greeting if it has none; then the customer waits for an attendant. */
  async showQueue(step: BotStep): Promise<void> {
    if (await this.showOptions(step, null, 'asked')) return;
    await this.automaticMessages.sendFilled(step.ticket.id, step.queue?.greetingMessage ?? '');
  }

  /** The menu of departments for a conversation that begins out of hours, within the limits of the connection. */
  async offerDepartments(step: BotStep): Promise<void> {
    if (hasDepartments(step)) await this.showDepartments(step, 'unasked');
  }

  /** Shows the menu of departments if there is one. */
  async showMain(step: BotStep): Promise<void> {
    if (!hasDepartments(step)) {
      await this.showOptions(step, null, 'asked');
      return;
    }
    await this.responders.stop(step.ticket);
    await this.move(step, null);
    step.queue = null;
    // another department may send its out-of-hours message again
    step.session.outOfHours = false;
    await this.showDepartments(step, 'asked');
  }

  /** Sends the options below the entry, or the entry's message if there are none. */
  private async choose(step: BotStep, options: readonly BotOption[], option: BotOption): Promise<void> {
    const { ticket, session, choices } = step;
    if (ticket.queueId !== null) choices.push({ queueId: ticket.queueId, optionId: option.id });
    if (await this.showOptions(step, option.id, 'asked', options)) return;
    session.state = 'waiting';
    session.optionId = option.parentId;
    if (await this.automaticMessages.sendFilled(ticket.id, option.message)) session.answered = true;
  }

  /** Goes from the message of an entry back to its menu, and from a menu to the one above. */
  private async showUp(step: BotStep, options: readonly BotOption[]): Promise<void> {
    const { state, optionId } = step.session;
    const above = options.find(({ id }) => id === optionId)?.parentId ?? null;
    const atTop = options.length === 0 || (state === 'options' && optionId === null);
    if (atTop) await this.showMain(step);
    else await this.showOptions(step, state === 'options' ? above : optionId, 'asked', options);
  }

  private async showDepartments(step: BotStep, why: 'asked' | 'unasked'): Promise<void> {
    const { session, connection } = step;
    session.state = 'menu';
    session.optionId = null;
    const choices = connection.queues.map(({ id, name }) => ({ id: departmentChoice(id), title: name }));
    await this.send(step, { heading: connection.greetingMessage, choices, up: false, main: false }, why);
  }

  /** Sends the entries below an entry of the department; null: the first ones. @returns false when there are none */
  private async showOptions(
    step: BotStep,
    parentId: number | null,
    why: 'asked' | 'unasked',
    known?: readonly BotOption[],
  ): Promise<boolean> {
    const { ticket, session, queue } = step;
    if (ticket.queueId === null || (!known && !queue?.hasOptions)) return false;
    const options = known ?? (await this.optionsOf(ticket.queueId));
    const parent = options.find(({ id }) => id === parentId);
    const menu = menuBelow(options, parent, {
      greeting: queue?.greetingMessage ?? '',
      isOfMenu: hasDepartments(step),
    });
    if (!menu) return false;
    session.state = 'options';
    session.optionId = parent?.id ?? null;
    await this.send(step, menu, why);
    return true;
  }

  /** Sends a menu; one that was not asked for is sent only within the limits of the connection. */
  private async send({ ticket, session, connection }: BotStep, menu: Menu, why: 'asked' | 'unasked'): Promise<void> {
    if (why === 'unasked') {
      const most = Math.min(connection.maxUseBotQueues || mostMenus, mostMenus);
      const rest = connection.timeUseBotQueues * 60 - (session.secondsSinceMenu ?? Number.POSITIVE_INFINITY);
      if (session.menus >= most || rest > 0) return;
      session.menus += 1;
    }
    session.menuSent = true;
    const filled = { ...menu, heading: (await this.automaticMessages.fill(ticket.id, menu.heading)) ?? menuHeading };
    const form = (await this.settings.get('chatBotType')) as MenuForm;
    const interactive =
      form !== 'text' && this.channels.get(ticket.channel).capabilities.buttons && menuAsInteractive(filled, form);
    if (interactive) await this.automaticMessages.sendInteractive(ticket, filled.heading, interactive);
    else await this.automaticMessages.sendText(ticket, menuAsText(filled));
  }

  private async move({ ticket }: BotStep, queueId: number | null): Promise<void> {
    if (ticket.queueId === queueId) return;
    const before = assignmentOf(ticket);
    await this.lifecycle.assign(ticket, { userId: null, queueId });
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: ticket.id, before }));
  }

  private optionsOf(queueId: number): Promise<BotOption[]> {
    return this.db.rows(optionsOf(this.db.companyId, queueId));
  }
}

/** Customers choose a department only if there are several; a connection with one assigns it by itself. */
const hasDepartments = ({ connection }: BotStep): boolean => connection.queues.length > 1;

/** The entries below an entry; the first ones if it was removed. */
function levelOf(options: readonly BotOption[], parentId: number | null): BotOption[] {
  const known = options.some(({ id }) => id === parentId) ? parentId : null;
  return options.filter((option) => option.parentId === known);
}
