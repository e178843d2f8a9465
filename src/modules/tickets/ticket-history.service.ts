import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { ticketErrors, ticketNotAllowed } from './tickets.errors.js';
import type { TicketPlace } from './tickets.events.js';
import { audience, type Condition, chatRoom, visibleTo } from './tickets.policy.js';

/** A conversation as its history is told from it. */
export interface HistoryPlace extends TicketPlace {
  readonly id: number;
  readonly contactId: number;
  readonly whatsappId: number;
}

/** As many later conversations as anybody has open at once, by far. */
const mostRooms = 200;

/** A contact's conversations as one history: who reads one of them reads the earlier ones too (behaviour.md §4). */
@Injectable()
export class TicketHistory {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /**
   * A where-clause on the alias `t`: the contact's conversations that somebody who sees this one reads with it. Those are
   * the earlier ones on the same connection, whoever attended then, and all that the actor sees anyway.
   */
  readFrom({ id, contactId, whatsappId }: Pick<HistoryPlace, 'id' | 'contactId' | 'whatsappId'>): Condition {
    const visible = visibleTo(this.context.actor);
    return {
      sql: `t.company_id = ? and t.contact_id = ? and ((t.whatsapp_id = ? and t.id <= ?) or (${visible.sql}))`,
      params: [this.context.companyId, contactId, whatsappId, id, ...visible.params],
    };
  }

  /** {@link readFrom} as seen from the other side: rooms of who sees the conversation, and of who has it or a later one open. */
  async roomsOf({ id, contactId, whatsappId, ...place }: HistoryPlace): Promise<string[]> {
    const { companyId } = this.context;
    const later = await this.db.rows<{ id: number }>(
      `select id from tickets where company_id = ? and contact_id = ? and whatsapp_id = ? and id > ? order by id desc limit ${mostRooms}`,
      [companyId, contactId, whatsappId, id],
    );
    return [
      ...audience(companyId, place),
      chatRoom(companyId, id),
      ...later.map((ticket) => chatRoom(companyId, ticket.id)),
    ];
  }

  /** @throws 404, and 403 when neither it nor a later one is shown to the caller */
  async assertReads(ticketId: number): Promise<void> {
    const { companyId, actor } = this.context;
    const visible = visibleTo(actor);
    const row = await this.db.row<{ shown: boolean }>(
      `select exists (select 1 from tickets t where t.company_id = o.company_id and t.contact_id = o.contact_id
         and t.whatsapp_id = o.whatsapp_id and t.id >= o.id and ${visible.sql}) as shown
       from tickets o where o.company_id = ? and o.id = ?`,
      [...visible.params, companyId, ticketId],
    );
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    if (!row.shown) throw ticketNotAllowed();
  }
}
