import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../core/clock.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { InTransaction } from '../../../core/events/event.js';
import type { OutboundInteractive } from '../../connections/channels/channel.js';
import { Settings } from '../../settings/settings.service.js';
import { CustomerServiceWindow } from '../../tickets/lifecycle/customer-service-window.service.js';
import { TicketCycles } from '../../tickets/lifecycle/ticket-cycles.service.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { TicketAccepting, TicketTransferring } from '../../tickets/tickets.events.js';
import type { TicketRow } from '../../tickets/tickets.queries.js';
import { interactiveContent } from './interactive.js';
import { type Destination, type Draft, OutboundMessages } from './outbound-messages.service.js';
import { TextVariables, type TextVariableValues } from './text-variables.service.js';

/** Marks a text as the bot's own, so that it never triggers anything (behaviour.md §5). */
const botMark = '\u200e';

// Customers read these: they are written in the company's language, Portuguese.
const accepted = '*{{ms}}, {{firstName}}!* Meu nome é *{{user}}* e agora vou prosseguir com seu atendimento.';
const transferred =
  '*Mensagem automática*: você foi transferido(a) para o departamento *{{queue}}*. Aguarde um momento, já vamos atender você!';

/** By these a greeting that a client makes is known. */
const greets = [/\{\{\s*ms\s*\}\}/, /\{\{\s*(name|firstName)\s*\}\}/];
/** So long after an acceptance a client's greeting stands for ours. */
const acceptedSeconds = 10;
/** Longer than an acceptance that can be undone is held back. */
const greetedSeconds = 60;

interface Facts extends TextVariableValues {
  queue: string | null;
  holder: string | null;
  complationMessage: string;
  ratingMessage: string;
  contactId: number;
  whatsappId: number;
  windowUntil: string | null;
}

/** Texts the server sends by itself, as when a conversation is accepted, transferred or closed. */
@Injectable()
export class AutomaticMessages {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly cycles: TicketCycles,
    private readonly windows: CustomerServiceWindow,
    private readonly outboundMessages: OutboundMessages,
    private readonly variables: TextVariables,
  ) {}

  /** The completion message of the connection. */
  async sendCompletionMessage(ticketId: number): Promise<void> {
    const facts = await this.loadFacts(ticketId);
    await this.send(ticketId, facts.complationMessage, facts);
  }

  /** The rating message of the connection with its gaps filled; undefined when nothing may be said now. */
  async fillRatingMessage(ticketId: number, otherwise: string): Promise<string | undefined> {
    const facts = await this.loadFacts(ticketId);
    return this.fillIfSendable(facts.ratingMessage.trim() || otherwise, facts);
  }

  sendText(ticket: Destination, body: string): Promise<number> {
    return this.enqueue(ticket, { body, mediaType: 'chat', data: null });
  }

  /** The caller knows that the channel has buttons. */
  sendInteractive(ticket: Destination, body: string, choices: OutboundInteractive): Promise<number> {
    return this.enqueue(ticket, interactiveContent(body, choices));
  }

  /**
   * Clients of the family greet by themselves right after they accept. Where the server greets, too, the message that
   * stands for both is ours: the one that was sent, or, while that is held back, one that is sent now. undefined: `body` is no
   * such greeting, or nothing is said now.
   */
  async greetingInsteadOf(ticket: TicketRow, body: string): Promise<number | undefined> {
    const { userId } = this.context.actor;
    if (!greets.every((variable) => variable.test(body))) return undefined;
    if (ticket.status !== 'open' || ticket.userId !== userId || !(await this.shouldGreet(ticket))) return undefined;
    const greeted = await this.findGreeting(ticket.id, userId, acceptedSeconds);
    if (greeted) return greeted;
    const cycle = await this.cycles.latest(ticket.id);
    const acceptedAt = cycle?.userId === userId ? Date.parse(cycle.startedAt ?? '') : Number.NaN;
    if (!(this.clock.now().getTime() - acceptedAt < acceptedSeconds * 1000)) return undefined;
    return this.sendGreeting(ticket.id, userId);
  }

  @InTransaction(TicketAccepting)
  async ticketAccepting({ ticket }: TicketAccepting): Promise<void> {
    if (ticket.userId === null || !(await this.shouldGreet(ticket))) return;
    if (!(await this.findGreeting(ticket.id, ticket.userId, greetedSeconds)))
      await this.sendGreeting(ticket.id, ticket.userId);
  }

  private async shouldGreet({ isGroup }: Pick<Ticket, 'isGroup'>): Promise<boolean> {
    return !isGroup && (await this.settings.get('sendGreetingAccepted')) === 'enabled';
  }

  /** The greeting of this person within the last seconds; from here on nobody else greets in the conversation. */
  private async findGreeting(ticketId: number, userId: number, seconds: number): Promise<number | undefined> {
    const { companyId } = this.context;
    await this.db.lock('greeting', companyId, ticketId);
    const row = await this.db.row<{ id: number }>(
      sql`select id from messages where company_id = ${companyId} and ticket_id = ${ticketId} and from_me
       and user_id is null
         and (data->>'greetingOf')::bigint = ${userId} and created_at > now() - make_interval(secs => ${seconds})
           order by id desc limit 1`,
    );
    return row?.id;
  }

  private async sendGreeting(ticketId: number, userId: number): Promise<number | undefined> {
    return this.send(ticketId, accepted, await this.loadFacts(ticketId), { greetingOf: userId });
  }

  @InTransaction(TicketTransferring)
  async ticketTransferring({ ticket }: TicketTransferring): Promise<void> {
    if (ticket.queueId === null || (await this.settings.get('sendMsgTransfTicket')) !== 'enabled') return;
    await this.send(ticket.id, transferred, await this.loadFacts(ticket.id));
  }

  private async send(ticketId: number, text: string, facts: Facts, data: Draft['data'] = null) {
    const body = this.fillIfSendable(text, facts);
    return body === undefined ? undefined : this.enqueue({ id: ticketId, ...facts }, { body, mediaType: 'chat', data });
  }

  /** undefined for an empty text, which sends nothing, and for one that the provider would refuse: nobody asked for it. */
  private fillIfSendable(text: string, facts: Facts): string | undefined {
    if (text.trim() === '' || !this.windows.isOpen(facts.windowUntil)) return undefined;
    return this.variables.fill(text, facts, {
      // what was left for later is said by nobody who is here
      user: this.context.maybeActor?.name ?? facts.holder ?? '',
      queue: facts.queue ?? '',
    });
  }

  private enqueue(ticket: Destination, content: Pick<Draft, 'body' | 'mediaType' | 'data'>): Promise<number> {
    const nobody = { file: null, quotedMsgId: null, clientMessageId: null, userId: null };
    return this.outboundMessages.enqueue(ticket, { ...nobody, ...content, body: botMark + content.body });
  }

  private async loadFacts(ticketId: number): Promise<Facts> {
    const row = await this.db.row<Facts>(
      sql`select c.name, co.timezone, t.code, q.name as queue, u.name as holder,
       w.complation_message as "complationMessage",
         w.rating_message as "ratingMessage", t.contact_id as "contactId", t.whatsapp_id as "whatsappId",
           t.window_until as "windowUntil"
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       join connections w on w.company_id = t.company_id and w.id = t.whatsapp_id
         join companies co on co.id = t.company_id
       left join queues q on q.company_id = t.company_id and q.id = t.queue_id
       left join users u on u.company_id = t.company_id and u.id = t.user_id
         where t.company_id = ${this.context.companyId} and t.id = ${ticketId}`,
    );
    if (!row) throw new Error(`Conversation ${ticketId} is gone`);
    return row;
  }
}
