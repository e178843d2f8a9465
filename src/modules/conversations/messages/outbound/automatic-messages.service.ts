import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import type { OutboundInteractive } from '../../../channels/connections/channels/channel.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { isBotPaused } from '../../tickets/bot.policy.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { TicketCyclesService } from '../../tickets/lifecycle/ticket-cycles.service.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { TicketAccepting, TicketTransferring } from '../../tickets/tickets.events.js';
import { interactiveContent } from './interactive.js';
import { greetingOf, type TicketVariables, ticketVariables } from './outbound.queries.js';
import { type Destination, type Draft, OutboundMessagesService, systemDraft } from './outbound-messages.service.js';
import { TextVariablesService } from './text-variables.service.js';

/** Invisible mark of a bot's own text, so that the text never triggers an automation (behaviour.md §5). */
export const botMark = '\u200e';

/** Whether one of our texts was written by a bot or, with the other mark, by a campaign. */
export const isAutomatic = (body: string): boolean => body.startsWith(botMark) || body.startsWith('\u200c');

// Texts for customers are in the company's language, Portuguese.
const acceptedGreeting = '*{{ms}}, {{firstName}}!* Meu nome é *{{user}}* e agora vou prosseguir com seu atendimento.';
const transferText =
  '*Mensagem automática*: você foi transferido(a) para o departamento *{{queue}}*. Aguarde um momento, já vamos atender você!';

/** Variables by which the greeting of an existing client is recognised. */
const greetingVariables = [/\{\{\s*ms\s*\}\}/, /\{\{\s*(name|firstName)\s*\}\}/];
/** Within this time after an acceptance our greeting replaces that of an existing client. */
const clientGreetingSeconds = 10;
/** Longer than a greeting is deferred while the acceptance can be undone. */
const greetingCooldownSeconds = 60;

/** Texts that the server sends when a ticket is accepted, transferred or closed. */
@Injectable()
export class AutomaticMessagesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly cycles: TicketCyclesService,
    private readonly windows: CustomerServiceWindowService,
    private readonly outboundMessages: OutboundMessagesService,
    private readonly variables: TextVariablesService,
  ) {}

  async sendCompletionMessage(ticketId: number): Promise<void> {
    const values = await this.loadVariables(ticketId);
    await this.send(ticketId, values.complationMessage, values);
  }

  /** Fills and sends a text of the company. Sends nothing if it is empty or the customer service window is closed. */
  async sendFilled(ticketId: number, text: string): Promise<number | undefined> {
    if (text.trim() === '') return undefined;
    return this.send(ticketId, text, await this.loadVariables(ticketId));
  }

  /** Fills a text of the company; undefined if it is empty or the customer may not be written to now. */
  async fill(ticketId: number, text: string): Promise<string | undefined> {
    if (text.trim() === '') return undefined;
    return this.fillIfSendable(text, await this.loadVariables(ticketId));
  }

  /** The connection's rating message, filled; undefined when the customer may not be written to now. */
  async fillRatingMessage(ticketId: number, otherwise: string): Promise<string | undefined> {
    const values = await this.loadVariables(ticketId);
    return this.fillIfSendable(values.ratingMessage.trim() || otherwise, values);
  }

  /** @param data stored with the message: the automation that sent it */
  sendText(
    ticket: Destination,
    body: string,
    data: Draft['data'] = null,
    { preview = true }: Pick<Draft, 'preview'> = {},
  ): Promise<number> {
    return this.enqueue(ticket, { body, mediaType: 'chat', data, preview });
  }

  /** The caller has checked that the channel has buttons. */
  sendInteractive(ticket: Destination, body: string, choices: OutboundInteractive): Promise<number> {
    return this.enqueue(ticket, interactiveContent(body, choices));
  }

  /**
   * Existing clients send a greeting of their own right after they accept a ticket. If the server greets, too, ours
   * replaces it: the greeting already sent, or, while that is deferred, one sent now. undefined: `body` is no such
   * greeting, or the server does not greet.
   */
  async greetingInsteadOf(
    ticket: Pick<TicketRow, 'id' | 'status' | 'userId' | 'isGroup'>,
    body: string,
  ): Promise<number | undefined> {
    const { userId } = this.context.actor;
    if (!greetingVariables.every((variable) => variable.test(body))) return undefined;
    if (ticket.status !== 'open' || ticket.userId !== userId || !(await this.shouldGreet(ticket))) return undefined;
    const sent = await this.findGreeting(ticket.id, userId, clientGreetingSeconds);
    if (sent) return sent;
    const cycle = await this.cycles.latest(ticket.id);
    const acceptedAt = cycle?.userId === userId ? Date.parse(cycle.startedAt ?? '') : Number.NaN;
    if (!(this.clock.now().getTime() - acceptedAt < clientGreetingSeconds * 1000)) return undefined;
    return this.sendGreeting(ticket.id, userId);
  }

  @InTransaction(TicketAccepting)
  async ticketAccepting({ ticket }: TicketAccepting): Promise<void> {
    if (ticket.userId === null || !(await this.shouldGreet(ticket))) return;
    if (!(await this.findGreeting(ticket.id, ticket.userId, greetingCooldownSeconds)))
      await this.sendGreeting(ticket.id, ticket.userId);
  }

  @InTransaction(TicketTransferring)
  async ticketTransferring({ ticket }: TicketTransferring): Promise<void> {
    if (ticket.queueId === null || (await this.settings.get('sendMsgTransfTicket')) !== 'enabled') return;
    // without an actor a timer has transferred the ticket
    if (!this.context.maybeActor && isBotPaused(ticket)) return;
    await this.send(ticket.id, transferText, await this.loadVariables(ticket.id));
  }

  private async shouldGreet({ isGroup }: Pick<Ticket, 'isGroup'>): Promise<boolean> {
    return !isGroup && (await this.settings.get('sendGreetingAccepted')) === 'enabled';
  }

  /** The user's greeting within the last seconds. Until the commit no other transaction greets in the ticket. */
  private async findGreeting(ticketId: number, userId: number, seconds: number): Promise<number | undefined> {
    const { companyId } = this.context;
    await this.db.lock('greeting', companyId, ticketId);
    return (await this.db.row(greetingOf(companyId, ticketId, userId, seconds)))?.id;
  }

  private async sendGreeting(ticketId: number, userId: number): Promise<number | undefined> {
    return this.send(ticketId, acceptedGreeting, await this.loadVariables(ticketId), { greetingOf: userId });
  }

  private async send(ticketId: number, text: string, values: TicketVariables, data: Draft['data'] = null) {
    const body = this.fillIfSendable(text, values);
    return body === undefined
      ? undefined
      : this.enqueue({ id: ticketId, ...values }, { body, mediaType: 'chat', data });
  }

  /** undefined if the text is empty or the customer service window is closed. */
  private fillIfSendable(text: string, values: TicketVariables): string | undefined {
    if (text.trim() === '' || !this.windows.isOpen(values.windowUntil)) return undefined;
    return this.variables.fill(text, values, {
      // a deferred text is sent by a job, which has no actor
      user: this.context.maybeActor?.name ?? values.user ?? '',
      queue: values.queue ?? '',
    });
  }

  private enqueue(
    ticket: Destination,
    content: Pick<Draft, 'body' | 'mediaType' | 'data' | 'preview'>,
  ): Promise<number> {
    return this.outboundMessages.enqueue(ticket, { ...systemDraft, ...content, body: botMark + content.body });
  }

  private async loadVariables(ticketId: number): Promise<TicketVariables> {
    const row = await this.db.row(ticketVariables(this.context.companyId, ticketId));
    if (!row) throw new Error(`Ticket ${ticketId} does not exist any more`);
    return row;
  }
}
