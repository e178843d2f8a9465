import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import type { Ticket } from '../ticket.entity.js';
import { ticketErrors, ticketNotAllowed } from '../tickets.errors.js';
import { assignmentOf, type TicketAssignment } from '../tickets.events.js';
import { audience, conversationRoom, visibleTo } from '../tickets.policy.js';

/** The fields of a ticket that decide who reads its history. */
export type HistoryTicket = Readonly<Pick<Ticket, 'id' | 'contactId' | 'whatsappId'>> & TicketAssignment;

export const historyTicketOf = ({ id, contactId, whatsappId, ...ticket }: HistoryTicket): HistoryTicket => ({
  id,
  contactId,
  whatsappId,
  ...assignmentOf(ticket),
});

/** More than a user has open at once. */
const maxRooms = 200;

/** A contact's tickets as one history: who reads one of them reads the earlier ones too (behaviour.md §4). */
@Injectable()
export class TicketHistory {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /**
   * A where-clause on the alias `t`: the contact's tickets that a user who sees this one reads with it: the earlier ones on
   * the same connection, with any attendant, and all that the actor sees anyway.
   */
  readableFrom({ id, contactId, whatsappId }: Pick<HistoryTicket, 'id' | 'contactId' | 'whatsappId'>): Condition {
    const { actor, companyId } = this.context;
    return sql`t.company_id = ${companyId} and t.contact_id = ${contactId}
      and ((t.whatsapp_id = ${whatsappId} and t.id <= ${id}) or (${visibleTo(actor)}))`;
  }

  /** {@link readableFrom} seen from the other side: rooms of who sees the ticket, and of who has it or a later one open. */
  async roomsOf({ id, contactId, whatsappId, ...assignment }: HistoryTicket): Promise<string[]> {
    const { companyId } = this.context;
    const later = await this.db.rows<{ id: number }>(sql`
      select id from tickets where company_id = ${companyId} and contact_id = ${contactId}
       and whatsapp_id = ${whatsappId} and id > ${id} order by id desc limit ${sql.lit(maxRooms)}`);
    return [
      ...audience(companyId, assignment),
      conversationRoom(companyId, id),
      ...later.map((ticket) => conversationRoom(companyId, ticket.id)),
    ];
  }

  /** @throws 404, and 403 when the caller sees neither it nor a later one */
  async assertCanRead(ticketId: number): Promise<void> {
    const { companyId, actor } = this.context;
    const row = await this.db.row<{ shown: boolean }>(sql`
      select exists (select 1 from tickets t where t.company_id = o.company_id and t.contact_id = o.contact_id
         and t.whatsapp_id = o.whatsapp_id and t.id >= o.id and ${visibleTo(actor)}) as shown
       from tickets o where o.company_id = ${companyId} and o.id = ${ticketId}`);
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    if (!row.shown) throw ticketNotAllowed();
  }
}
