import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { TicketVisibility } from '../visibility/ticket-visibility.service.js';

/** That somebody was named, as the bell shows it. */
export interface NoteMentionRow {
  readonly id: number;
  readonly noteId: number;
  /** How the note begins. */
  readonly note: string;
  /** Who wrote it; null when they are gone. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly ticket: { readonly id: number; readonly uuid: string };
  readonly contact: { readonly id: number; readonly name: string; readonly number: string };
  readonly createdAt: string;
}

/** Nobody works through more from a bell. */
const mostListed = 50;

const rows = sql`
  select m.id, m.note_id as "noteId", left(n.note, 200) as note,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
    json_build_object('id', t.id, 'uuid', t.uuid) as ticket,
    json_build_object('id', c.id, 'name', c.name, 'number', c.number) as contact,
    to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", m.user_id as "mentionedId"
  from note_mentions m
  join ticket_notes n on n.company_id = m.company_id and n.id = m.note_id
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join users u on u.company_id = n.company_id and u.id = n.user_id`;

type Found = NoteMentionRow & { readonly mentionedId: number };

/** Reads mentions straight into what is answered. */
@Injectable()
export class NoteMentionQueries {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly visibility: TicketVisibility,
  ) {}

  /** The caller's own that they have not seen yet, in conversations that they still see; newest first, the last 50. */
  async unseen(): Promise<NoteMentionRow[]> {
    const { companyId, actor } = this.context;
    const found = await this.db.rows<Found>(
      sql`${rows} where m.company_id = ${companyId} and m.user_id = ${actor.userId} and m.seen_at is null
         and ${this.visibility.visibleToCaller()} order by m.id desc limit ${sql.lit(mostListed)}`,
    );
    return found.map(({ mentionedId: _own, ...row }) => row);
  }

  /** Everybody who is named in a note, with what each of them is told. */
  async ofNote(noteId: number): Promise<{ userId: number; mention: NoteMentionRow }[]> {
    const found =
      await this.db.rows<Found>(sql`${rows} where m.company_id = ${this.context.companyId} and m.note_id = ${noteId}
       and m.seen_at is null`);
    return found.map(({ mentionedId, ...mention }) => ({ userId: mentionedId, mention }));
  }
}
