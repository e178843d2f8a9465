import { Injectable } from '@nestjs/common';
import { Db } from '../../core/database/db.js';
import { Events } from '../../core/events/events.js';
import { Channels } from '../connections/channels/channels.service.js';
import { AutomaticMessages } from '../messages/outbound/automatic-messages.service.js';
import { menuHeading } from '../queues/queue-options.service.js';
import { Settings } from '../settings/settings.service.js';
import { TicketLifecycle } from '../tickets/lifecycle/ticket-lifecycle.service.js';
import { assignmentOf, TicketChanged } from '../tickets/tickets.events.js';
import {
  departmentChoice,
  type Menu,
  type MenuForm,
  menuAsInteractive,
  menuAsText,
  optionChoice,
  parseChoiceId,
  parseMenuAnswer,
} from './bot-menu.js';
import type { BotStep } from './bot-step.js';
import { type BotOption, botQueue, optionsOf } from './chatbot.queries.js';
import { Responders } from './responders.service.js';

/** Where the connection sets no limit: two programs that answer each other must come to an end. */
const mostMenus = 100;

/** The menus of departments and of their options (behaviour.md §6). */
@Injectable()
export class BotMenus {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly settings: Settings,
    private readonly channels: Channels,
    private readonly lifecycle: TicketLifecycle,
    private readonly automaticMessages: AutomaticMessages,
    private readonly responders: Responders,
  ) {}

  /**
   * The first menu of an attendance: the departments, or the options of the only one. A conversation that is reopened in a
   * department gets none. @param greets with the connection's greeting where there is no menu of departments
   */
  async start(step: BotStep, { greets }: { readonly greets: boolean }): Promise<void> {
    const { ticket, session, connection, queue } = step;
    if (ticket.queueId === null && hasDepartments(step)) return this.showDepartments(step, 'unasked');
    session.state = 'idle';
    if (greets && (await this.automaticMessages.sendFilled(ticket.id, connection.greetingMessage)))
      session.state = 'waiting';
    if (queue && step.isFirst && !hasDepartments(step)) await this.showOptions(step, null, 'unasked');
  }

  /** After a prompt or an integration: the menu of departments, or the options of the one that the ticket has. */
  async goOn(step: BotStep): Promise<void> {
    if (step.ticket.queueId === null && hasDepartments(step)) return this.showDepartments(step, 'asked');
    step.session.state = 'waiting';
    await this.showOptions(step, null, 'asked');
  }

  /** Answers what the customer wrote or pressed. @returns the department that they chose */
  async answer(step: BotStep): Promise<number | undefined> {
    const { session, message, ticket } = step;
    const department = this.pressedDepartment(step);
    if (department !== undefined) return department;
    const pressed = parseChoiceId(message?.pressed);
    if (session.state === 'menu' && ticket.queueId === null) return this.answerDepartments(step);
    const options = ticket.queueId === null ? [] : await this.optionsOf(ticket.queueId);
    const level = levelOf(options, session.optionId);
    const chosen = parseMenuAnswer(message?.body ?? '', session.state === 'options' ? level : []);
    const option =
      pressed?.kind === 'option'
        ? options.find(({ id }) => id === pressed.id)
        : typeof chosen === 'object'
          ? level[chosen.choice]
          : undefined;
    if (option) await this.choose(step, options, option);
    else if (chosen === 'main') await this.showMain(step);
    else if (chosen === 'up') await this.showUp(step, options);
    else if (session.state === 'options') await this.showOptions(step, session.optionId, 'unasked', options);
    return undefined;
  }

  /** The department of a button or row that the customer pressed, also of an older menu. */
  pressedDepartment({ message, connection }: BotStep): number | undefined {
    const pressed = parseChoiceId(message?.pressed);
    return pressed?.kind === 'queue' && connection.queues.some(({ id }) => id === pressed.id) ? pressed.id : undefined;
  }

  /** Moves the ticket to the department, without the text of a transfer. */
  async enter(step: BotStep, queueId: number): Promise<void> {
    await this.move(step, queueId);
    step.queue = (await this.db.row(botQueue(this.db.companyId, queueId))) ?? null;
    step.session.optionId = null;
    step.choices.push({ queueId, optionId: null });
  }

  /** The options of the department, otherwise its greeting; then a person is awaited. */
  async showQueue(step: BotStep): Promise<void> {
    if (await this.showOptions(step, null, 'asked')) return;
    await this.automaticMessages.sendFilled(step.ticket.id, step.queue?.greetingMessage ?? '');
  }

  private async answerDepartments(step: BotStep): Promise<number | undefined> {
    const { queues } = step.connection;
    const chosen = parseMenuAnswer(
      step.message?.body ?? '',
      queues.map(({ name }) => ({ title: name })),
    );
    if (typeof chosen === 'object') return queues[chosen.choice]?.id;
    await this.showDepartments(step, chosen === undefined ? 'unasked' : 'asked');
    return undefined;
  }

  /** Sends the options below the entry, or, where there are none, its message. */
  private async choose(step: BotStep, options: readonly BotOption[], option: BotOption): Promise<void> {
    const { ticket, session, choices } = step;
    if (ticket.queueId !== null) choices.push({ queueId: ticket.queueId, optionId: option.id });
    if (await this.showOptions(step, option.id, 'asked', options)) return;
    session.state = 'waiting';
    session.optionId = option.parentId;
    if (await this.automaticMessages.sendFilled(ticket.id, option.message)) session.answered = true;
  }

  private async showMain(step: BotStep): Promise<void> {
    if (!hasDepartments(step)) {
      await this.showOptions(step, null, 'asked');
      return;
    }
    await this.responders.stop(step.ticket);
    await this.move(step, null);
    step.queue = null;
    await this.showDepartments(step, 'asked');
  }

  /** From the message of an entry to the menu it was in, from there to the one above. */
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
    await this.send(step, connection.greetingMessage, { choices, up: false, main: false }, why);
  }

  /** The entries below one of the department's menu, null for the first ones. @returns false when there are none */
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
    const level = levelOf(options, parentId);
    if (level.length === 0) return false;
    session.state = 'options';
    session.optionId = parent?.id ?? null;
    const heading = parent ? parent.message || parent.title : (queue?.greetingMessage ?? '');
    const choices = level.map(({ id, title }) => ({ id: optionChoice(id), title }));
    await this.send(
      step,
      heading,
      { choices, up: parent !== undefined, main: parent !== undefined || hasDepartments(step) },
      why,
    );
    return true;
  }

  /** One that was not asked for only within the limits of the connection. */
  private async send(
    { ticket, session, connection }: BotStep,
    text: string,
    menu: Omit<Menu, 'heading'>,
    why: 'asked' | 'unasked',
  ): Promise<void> {
    if (why === 'unasked') {
      const most = Math.min(connection.maxUseBotQueues || mostMenus, mostMenus);
      const rest = connection.timeUseBotQueues * 60 - (session.secondsSinceMenu ?? Number.POSITIVE_INFINITY);
      if (session.menus >= most || rest > 0) return;
      session.menus += 1;
    }
    session.menuSent = true;
    const filled = { ...menu, heading: (await this.automaticMessages.fill(ticket.id, text)) ?? menuHeading };
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
    this.events.emit(new TicketChanged(this.db.companyId, ticket.id, before));
  }

  private optionsOf(queueId: number): Promise<BotOption[]> {
    return this.db.rows(optionsOf(this.db.companyId, queueId));
  }
}

/** Customers choose among departments; a connection with one assigns it by itself. */
const hasDepartments = ({ connection }: BotStep): boolean => connection.queues.length > 1;

/** The entries below one; the first ones where it was removed. */
function levelOf(options: readonly BotOption[], parentId: number | null): BotOption[] {
  const known = options.some(({ id }) => id === parentId) ? parentId : null;
  return options.filter((option) => option.parentId === known);
}
