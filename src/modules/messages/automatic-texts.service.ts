import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../core/clock/clock.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { fill } from '../../core/i18n.js';
import { Settings } from '../settings/settings.service.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import { TicketWindows } from '../tickets/ticket-windows.service.js';
import { ticketAcceptedHooks, ticketClosedHooks, ticketTransferredHooks } from '../tickets/tickets.events.js';
import { Outgoing } from './outgoing.service.js';

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
  complationMessage: string;
}

/** Texts the server sends by itself when a conversation is accepted, transferred or closed. */
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
      ticketClosedHooks.register((ticket) => this.closed(ticket)),
    ];
  }

  onModuleDestroy(): void {
    for (const unhook of this.unhook) unhook();
  }

  private async accepted(ticket: Ticket): Promise<void> {
    if (ticket.isGroup || (await this.settings.get('sendGreetingAccepted')) !== 'enabled') return;
    await this.send(ticket, accepted, await this.facts(ticket));
  }

  private async transferred(ticket: Ticket): Promise<void> {
    if (ticket.queueId === null || (await this.settings.get('sendMsgTransfTicket')) !== 'enabled') return;
    await this.send(ticket, transferred, await this.facts(ticket));
  }

  private async closed(ticket: Ticket): Promise<void> {
    const facts = await this.facts(ticket);
    await this.send(ticket, facts.complationMessage, facts);
  }

  /** An empty text sends nothing, and neither does one that the provider would refuse: nobody asked for it. */
  private async send(ticket: Ticket, text: string, { name, timezone, code, queue }: Facts): Promise<void> {
    if (text.trim() === '' || !this.windows.isOpen(ticket.windowUntil)) return;
    const now = this.clock.now();
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone }).format(now),
    );
    const body = fill(text, {
      name,
      firstName: name.split(' ')[0] ?? name,
      ms: hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite',
      protocol: code,
      hora: new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(now),
      user: this.context.maybeActor?.name ?? '',
      queue: queue ?? '',
    });
    await this.outgoing.queue(ticket, {
      body: botMark + body,
      mediaType: 'chat',
      file: null,
      quotedMsgId: null,
      clientMessageId: null,
      userId: null,
    });
  }

  private async facts(ticket: Ticket): Promise<Facts> {
    const row = await this.db.row<Facts>(
      `select c.name, co.timezone, t.code, q.name as queue, w.complation_message as "complationMessage"
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       join connections w on w.company_id = t.company_id and w.id = t.whatsapp_id join companies co on co.id = t.company_id
       left join queues q on q.company_id = t.company_id and q.id = t.queue_id where t.company_id = ? and t.id = ?`,
      [this.context.companyId, ticket.id],
    );
    if (!row) throw new Error(`Conversation ${ticket.id} is gone`);
    return row;
  }
}
