import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../core/clock/clock.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { fill } from '../../core/i18n.js';
import type { OutboundInteractive } from '../connections/channels/channel.js';
import { Settings } from '../settings/settings.service.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import { TicketWindows } from '../tickets/ticket-windows.service.js';
import { ticketAcceptedHooks, ticketTransferredHooks } from '../tickets/tickets.events.js';
import { interactiveContent } from './interactive.js';
import { type Destination, type Draft, Outgoing } from './outgoing.service.js';

/** Marks a text as the bot's own, so that it never triggers anything (behaviour.md §5). */
const botMark = '\u200e';

// Customers read these: they are written in the company's language, Portuguese.
const accepted = '*{{ms}}, {{firstName}}!* Meu nome é *{{user}}* e agora vou prosseguir com seu atendimento.';
const transferred =
  '*Mensagem automática*: você foi transferido(a) para o departamento *{{queue}}*. Aguarde um momento, já vamos atender você!';

interface Facts {
  name: string;
  timezone: string;
  code: number;
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
export class AutomaticTexts implements OnModuleInit, OnModuleDestroy {
  private unhook: (() => void)[] = [];

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly windows: TicketWindows,
    private readonly outgoing: Outgoing,
  ) {}

  onModuleInit(): void {
    this.unhook = [
      ticketAcceptedHooks.register((ticket) => this.accepted(ticket)),
      ticketTransferredHooks.register((ticket) => this.transferred(ticket)),
    ];
  }

  onModuleDestroy(): void {
    for (const unhook of this.unhook) unhook();
  }

  /** The completion message of the connection. */
  async complete(ticketId: number): Promise<void> {
    const facts = await this.facts(ticketId);
    await this.send(ticketId, facts.complationMessage, facts);
  }

  /** The rating message of the connection with its gaps filled; undefined when nothing may be said now. */
  async ratingQuestion(ticketId: number, otherwise: string): Promise<string | undefined> {
    const facts = await this.facts(ticketId);
    return this.filled(facts.ratingMessage.trim() || otherwise, facts);
  }

  say(ticket: Destination, body: string): Promise<void> {
    return this.queue(ticket, { body, mediaType: 'chat', data: null });
  }

  /** The caller knows that the channel has buttons. */
  offer(ticket: Destination, body: string, choices: OutboundInteractive): Promise<void> {
    return this.queue(ticket, interactiveContent(body, choices));
  }

  private async accepted(ticket: Ticket): Promise<void> {
    if (ticket.isGroup || (await this.settings.get('sendGreetingAccepted')) !== 'enabled') return;
    await this.send(ticket.id, accepted, await this.facts(ticket.id));
  }

  private async transferred(ticket: Ticket): Promise<void> {
    if (ticket.queueId === null || (await this.settings.get('sendMsgTransfTicket')) !== 'enabled') return;
    await this.send(ticket.id, transferred, await this.facts(ticket.id));
  }

  private async send(ticketId: number, text: string, facts: Facts): Promise<void> {
    const body = this.filled(text, facts);
    if (body !== undefined) await this.say({ id: ticketId, ...facts }, body);
  }

  /** undefined for an empty text, which sends nothing, and for one that the provider would refuse: nobody asked for it. */
  private filled(text: string, { name, timezone, code, queue, holder, windowUntil }: Facts): string | undefined {
    if (text.trim() === '' || !this.windows.isOpen(windowUntil)) return undefined;
    const now = this.clock.now();
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone }).format(now),
    );
    const greeting = hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite';
    return fill(text, {
      name,
      firstName: name.split(' ')[0] ?? name,
      greeting,
      ms: greeting,
      protocol: code,
      hora: new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(now),
      // what was left for later is said by nobody who is here
      user: this.context.maybeActor?.name ?? holder ?? '',
      queue: queue ?? '',
    });
  }

  private async queue(ticket: Destination, content: Pick<Draft, 'body' | 'mediaType' | 'data'>): Promise<void> {
    const nobody = { file: null, quotedMsgId: null, clientMessageId: null, userId: null };
    await this.outgoing.queue(ticket, { ...nobody, ...content, body: botMark + content.body });
  }

  private async facts(ticketId: number): Promise<Facts> {
    const row = await this.db.row<Facts>(
      `select c.name, co.timezone, t.code, q.name as queue, u.name as holder, w.complation_message as "complationMessage",
         w.rating_message as "ratingMessage", t.contact_id as "contactId", t.whatsapp_id as "whatsappId", t.window_until as "windowUntil"
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       join connections w on w.company_id = t.company_id and w.id = t.whatsapp_id join companies co on co.id = t.company_id
       left join queues q on q.company_id = t.company_id and q.id = t.queue_id
       left join users u on u.company_id = t.company_id and u.id = t.user_id where t.company_id = ? and t.id = ?`,
      [this.context.companyId, ticketId],
    );
    if (!row) throw new Error(`Conversation ${ticketId} is gone`);
    return row;
  }
}
