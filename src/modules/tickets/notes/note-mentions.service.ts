import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { TicketAssignment } from '../tickets.events.js';
import { TicketVisibility } from '../visibility/ticket-visibility.service.js';
import { notMentionable } from './ticket-notes.errors.js';
import { UnseenMentionsChanged } from './ticket-notes.events.js';

/** Somebody who may be named in a note. */
export interface MentionableUser {
  readonly id: number;
  readonly name: string;
}

/** As many as anybody chooses from while typing. */
const mostSuggested = 8;

/** Who is named in notes: only colleagues who see the conversation, so that no notice tells more than a list would. */
@Injectable()
export class NoteMentions {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly visibility: TicketVisibility,
  ) {}

  /** Colleagues who see the conversation and of whose name a word begins with the text. */
  mentionableUsers(place: TicketAssignment, text: string): Promise<MentionableUser[]> {
    const { companyId, actor } = this.context;
    const begins = text.replace(/[\\%_]/g, '\\$&');
    return this.db.rows<MentionableUser>(
      sql`select u.id, u.name from users u
       where u.company_id = ${companyId} and u.id <> ${actor.userId} and ${this.visibility.usersWhoSee(place)}
         and (search_text(u.name) like search_text(${`${begins}%`}) or search_text(u.name) like search_text(${`% ${begins}%`}))
       order by u.name, u.id limit ${sql.lit(mostSuggested)}`,
    );
  }

  /** Names them in a note, in the caller's unit of work. @throws 400 when one of them is nobody who sees the conversation. */
  async add(noteId: number, place: TicketAssignment, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    const { companyId, actor } = this.context;
    const added = await this.db.run(
      sql`insert into note_mentions (company_id, note_id, user_id, name)
       select u.company_id, ${noteId}, u.id, u.name from users u
       where u.company_id = ${companyId} and u.id = any(${userIds}::bigint[]) and u.id <> ${actor.userId}
         and ${this.visibility.usersWhoSee(place)}`,
    );
    if (added !== userIds.length) throw notMentionable();
  }

  /** The caller has seen these of theirs; others are left alone. */
  async markSeen(ids: readonly number[]): Promise<void> {
    const { companyId, actor } = this.context;
    const seen = await this.db.run(
      sql`update note_mentions set seen_at = now(), updated_at = now()
       where company_id = ${companyId} and user_id = ${actor.userId} and id = any(${ids}::bigint[]) and seen_at is null`,
    );
    if (seen > 0) this.events.emit(new UnseenMentionsChanged(companyId, [actor.userId]));
  }

  /** Notes are about to be removed: whoever has yet to see that they are named there is told to ask anew. */
  async emitRemoval(noteIds: readonly number[]): Promise<void> {
    const { companyId } = this.context;
    const named = await this.db.rows<{ userId: number }>(
      sql`select distinct user_id as "userId" from note_mentions
       where company_id = ${companyId} and note_id = any(${noteIds}::bigint[]) and seen_at is null`,
    );
    const userIds = named.map(({ userId }) => userId);
    if (userIds.length > 0) this.events.emit(new UnseenMentionsChanged(companyId, userIds));
  }
}
