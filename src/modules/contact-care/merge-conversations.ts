import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { columnsReferencing } from '../../core/database/foreign-keys.js';
import { InTransaction } from '../../core/events/event.js';
import { Events } from '../../core/events/events.js';
import { ContactsMerging } from '../contacts/contacts.events.js';
import { MessageLog } from '../messages/message-log.service.js';
import { TicketCycles } from '../tickets/lifecycle/ticket-cycles.service.js';
import { Ticket } from '../tickets/ticket.entity.js';
import { type TicketAssignment, TicketChanged } from '../tickets/tickets.events.js';
import { TicketsRewritten } from './contact-care.events.js';
import { ContactTicketLocks } from './conversation-locks.js';

interface Place extends TicketAssignment {
  readonly id: number;
  readonly unread: number;
  readonly windowUntil: string | null;
}

/** Stay with the conversation they belong to: its attendances are counted, its labels are joined apart. */
const staying = new Set(['ticket_cycles', 'ticket_tags']);

/**
 * What two contacts said, when they become one. Where both have a conversation that is not closed on one connection, the
 * messages go into the older and the younger closes, without a word to the customer (behaviour.md §4).
 */
@Injectable()
export class TicketMerge {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly cycles: TicketCycles,
    private readonly locks: ContactTicketLocks,
    private readonly log: MessageLog,
  ) {}

  @InTransaction(ContactsMerging)
  async contactsMerging({ keptId, removedId: goneId }: ContactsMerging): Promise<void> {
    const { companyId } = this.context;
    await this.locks.lock(keptId, goneId);
    const moving = await this.db.rows<{ id: number }>(
      sql`select id from tickets where company_id = ${companyId} and contact_id = ${goneId} order by id`,
    );
    const pairs = await this.db.rows<{ older: number; younger: number }>(
      sql`select least(a.id, b.id) as older, greatest(a.id, b.id) as younger
       from tickets a join tickets b on b.company_id = a.company_id and b.whatsapp_id = a.whatsapp_id
       where a.company_id = ${companyId} and a.contact_id = ${keptId} and a.status <> 'closed'
         and b.contact_id = ${goneId} and b.status <> 'closed'`,
    );
    for (const { older, younger } of pairs) await this.mergeTickets(older, younger);
    const joined = pairs.flatMap(({ older, younger }) => [older, younger]);
    const ids = [...new Set([...joined, ...moving.map(({ id }) => id)])];
    for (const id of ids) if (!joined.includes(id)) this.events.emit(new TicketChanged(companyId, id));
    if (ids.length > 0) this.events.emit(new TicketsRewritten(companyId, ids));
  }

  private async mergeTickets(older: number, younger: number): Promise<void> {
    const { companyId } = this.context;
    const [kept, closed] = [await this.lockTicket(older), await this.lockTicket(younger)];
    await this.moveRows(younger, older);
    await this.db.run(
      sql`update tickets set status = 'closed', unread_messages = 0, use_integration = false, prompt_id = null,
       integration_id = null,
         last_message = '', last_message_from_me = false, last_message_type = 'chat', last_message_ack = 0, ${touched}
       where company_id = ${companyId} and id = ${younger}`,
    );
    await this.cycles.finish(younger);
    await this.continueAttendance(kept, closed);
    this.events.emit(new TicketChanged(companyId, older, place(kept)));
    this.events.emit(new TicketChanged(companyId, younger, place(closed)));
  }

  /** An attendance that is under way goes on in the older conversation, should nobody have taken that. */
  private async continueAttendance(kept: Place, closed: Place): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(
      sql`update tickets set unread_messages = unread_messages + ${closed.unread},
       window_until = greatest(window_until, ${closed.windowUntil}::timestamptz), ${touched}
       where company_id = ${companyId} and id = ${kept.id}`,
    );
    await this.log.refreshPreview([kept.id]);
    if (kept.status !== 'pending' || closed.status !== 'open' || closed.userId === null) return;
    await this.db.run(sql`update tickets set status = 'open', user_id = ${closed.userId}, queue_id = ${closed.queueId}
       where company_id = ${companyId} and id = ${kept.id}`);
    await this.cycles.assign(kept.id, closed.userId);
  }

  /** Messages, and whatever else hangs on a conversation by a declared reference; labels once each. */
  private async moveRows(from: number, to: number): Promise<void> {
    const { companyId } = this.context;
    for (const { table, column } of columnsReferencing(this.db.em.getMetadata(), Ticket)) {
      if (staying.has(table)) continue;
      await this.db.run(sql`update ${sql.id(table)} set ${sql.id(column)} = ${to} where company_id = ${companyId}
         and ${sql.id(column)} = ${from}`);
    }
    await this.db.run(
      sql`insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, ${to}, tag_id from ticket_tags
       where company_id = ${companyId} and ticket_id = ${from}
       on conflict (company_id, ticket_id, tag_id) do nothing`,
    );
  }

  private async lockTicket(id: number): Promise<Place> {
    const row = await this.db.row<Place>(
      sql`select id, status, user_id as "userId", queue_id as "queueId", unread_messages as unread,
       window_until as "windowUntil"
       from tickets where company_id = ${this.context.companyId} and id = ${id} for update`,
    );
    if (!row) throw new Error(`Conversation ${id} is not there any more`);
    return row;
  }
}

const touched = sql`updated_at = greatest(now(), updated_at + interval '1 millisecond')`;
const place = ({ status, userId, queueId }: Place): TicketAssignment => ({ status, userId, queueId });
