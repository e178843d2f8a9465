import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Connection } from '../../connections/connection.entity.js';
import type { Contact } from '../../contacts/contact.entity.js';
import { Ticket } from '../ticket.entity.js';
import { ticketErrors } from '../tickets.errors.js';
import { CustomerServiceWindow } from './customer-service-window.service.js';
import { TicketCycles } from './ticket-cycles.service.js';

export interface NewTicket {
  readonly contact: Pick<Contact, 'id' | 'isGroup'>;
  readonly connection: Pick<Connection, 'id' | 'channel'>;
  readonly queueId: number | null;
  /** null: it waits. */
  readonly userId: number | null;
}

/** Makes a conversation with its protocol and its first cycle; the caller holds the lock of contact and connection. */
@Injectable()
export class TicketFactory {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly cycles: TicketCycles,
    private readonly windows: CustomerServiceWindow,
  ) {}

  async create({ contact, connection, queueId, userId }: NewTicket): Promise<Ticket> {
    const ticket = this.db.em.create(
      Ticket,
      {
        code: await this.nextCode(),
        status: userId === null ? 'pending' : 'open',
        userId,
        queueId,
        whatsappId: connection.id,
        contactId: contact.id,
        isGroup: contact.isGroup,
        channel: connection.channel,
        windowUntil: await this.windows.remaining(contact.id, connection),
        promptId: null,
        integrationId: null,
      },
      { partial: true },
    );
    await this.db.em.flush();
    await this.cycles.start(ticket.id, userId);
    return ticket;
  }

  private async nextCode(): Promise<number> {
    const row = await this.db.row<{ code: number }>(
      sql`update companies set last_ticket_code = last_ticket_code + 1 where id = ${this.context.companyId}
       returning last_ticket_code as code`,
    );
    if (!row) throw ticketErrors.ERR_CREATING_TICKET();
    return row.code;
  }
}
