import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';

/** A note as lists, answers and sockets show it. */
export interface TicketNoteRow {
  readonly id: number;
  readonly note: string;
  /** null when its author is gone. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly createdAt: string;
  readonly ticketId: number;
  readonly contactId: number;
  /** The connection of its conversation, by which a screen tells whether both are one history. */
  readonly whatsappId: number;
  /** Who is named in it, with the name that stands there behind its @. */
  readonly mentions: readonly { readonly id: number; readonly name: string }[];
}

/** Nobody reads more at once. */
const mostListed = 200;

const rows = sql`
  select n.id, n.note, n.ticket_id as "ticketId", t.contact_id as "contactId", t.whatsapp_id as "whatsappId",
    to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
    coalesce((select json_agg(json_build_object('id', m.user_id, 'name', m.name) order by m.id)
      from note_mentions m where m.company_id = n.company_id and m.note_id = n.id), '[]') as mentions
  from tickets t
  join ticket_notes n on n.company_id = t.company_id and n.ticket_id = t.id
  left join users u on u.company_id = n.company_id and u.id = n.user_id`;

/** Reads notes straight into what is answered. */
@Injectable()
export class TicketNoteQueries {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** Of the conversations that a where-clause on the alias `t` names, newest first, 200 of them: the last ones, or the last before a note. */
  list(where: Condition, before: number | null): Promise<TicketNoteRow[]> {
    const bound = before === null ? sql`` : sql`and n.id < ${before}`;
    return this.db.rows<TicketNoteRow>(
      sql`${rows} where (${where}) ${bound} order by n.id desc limit ${sql.lit(mostListed)}`,
    );
  }

  async byId(id: number): Promise<TicketNoteRow | undefined> {
    return this.db.row<TicketNoteRow>(sql`${rows} where n.company_id = ${this.context.companyId} and n.id = ${id}`);
  }
}
