import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import { usersWhoSee } from '../queries/ticket-references.queries.js';
import type { TicketAssignment } from '../tickets.events.js';
import { visibleTo } from '../tickets.policy.js';

/** A note as API responses and socket events contain it. */
export interface TicketNoteRow {
  readonly id: number;
  readonly note: string;
  /** null when the author was removed. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly createdAt: string;
  readonly ticketId: number;
  readonly contactId: number;
  /** The connection of the note's ticket: screens show the notes of a connection as one history. */
  readonly whatsappId: number;
  /** The mentioned users, with the name that follows the @. */
  readonly mentions: readonly { readonly id: number; readonly name: string }[];
}

/** A mention as the list of unseen mentions shows it. */
export interface NoteMentionRow {
  readonly id: number;
  readonly noteId: number;
  /** The beginning of the note. */
  readonly note: string;
  /** Author of the note; null when the author was removed. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly ticket: { readonly id: number; readonly uuid: string };
  readonly contact: { readonly id: number; readonly name: string; readonly number: string };
  readonly createdAt: string;
}

export interface MentionableUser {
  readonly id: number;
  readonly name: string;
}

const maxNotes = 200;
const maxMentions = 50;
const maxSuggestions = 8;

const notes = sql<TicketNoteRow>`
  select n.id, n.note, n.ticket_id as "ticketId", t.contact_id as "contactId", t.connection_id as "whatsappId",
    n.created_at as "createdAt",
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
    coalesce((select json_agg(json_build_object('id', m.user_id, 'name', m.name) order by m.id)
      from note_mentions m where m.company_id = n.company_id and m.note_id = n.id), '[]') as mentions
  from tickets t
  join ticket_notes n on n.company_id = t.company_id and n.ticket_id = t.id
  left join ${userNames} u on u.company_id = n.company_id and u.id = n.user_id`;

/** Notes of tickets that match the condition on `t`, newest first: at most 200, older than `before` if given. */
export const notesOf = (where: Condition, before: number | null): Statement<TicketNoteRow> =>
  sql`${notes} where (${where}) ${before === null ? sql`` : sql`and n.id < ${before}`}
    order by n.id desc limit ${sql.lit(maxNotes)}`;

export const noteById = (companyId: number, id: number): Statement<TicketNoteRow> =>
  sql`${notes} where n.company_id = ${companyId} and n.id = ${id}`;

const mentions = sql`
  m.id, m.note_id as "noteId", left(n.note, 200) as note,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
    json_build_object('id', t.id, 'uuid', t.uuid) as ticket,
    json_build_object('id', c.id, 'name', c.name, 'number', c.number) as contact,
    m.created_at as "createdAt"
  from note_mentions m
  join ticket_notes n on n.company_id = m.company_id and n.id = m.note_id
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join ${userNames} u on u.company_id = n.company_id and u.id = n.user_id`;

/** The actor's unseen mentions in tickets that the actor still sees, newest first, 50 at most. */
export const unseenMentionsOf = (actor: Actor): Statement<NoteMentionRow> => sql`
  select ${mentions} where m.company_id = ${actor.companyId} and m.user_id = ${actor.userId} and m.seen_at is null
    and ${visibleTo(actor)} order by m.id desc limit ${sql.lit(maxMentions)}`;

/** The unseen mentions in a note, each with its user. */
export const mentionsIn = (companyId: number, noteId: number): Statement<NoteMentionRow & { userId: number }> =>
  sql`select m.user_id as "userId", ${mentions}
    where m.company_id = ${companyId} and m.note_id = ${noteId} and m.seen_at is null`;

/** Users who see the ticket, except the actor: a mention must not show the ticket to others. */
export const mentionableUsers = ({ companyId, userId }: Actor, assignment: TicketAssignment): RawBuilder<unknown> =>
  sql`select u.company_id, u.id, u.name from users u
    where u.company_id = ${companyId} and u.id <> ${userId} and ${usersWhoSee(assignment)}`;

/** Mentions those of the users who are {@link mentionableUsers}, and returns their number. */
export const addMentions = (
  actor: Actor,
  noteId: number,
  assignment: TicketAssignment,
  userIds: readonly number[],
): Statement => sql`insert into note_mentions (company_id, note_id, user_id, name)
   select u.company_id, ${noteId}, u.id, u.name from (${mentionableUsers(actor, assignment)}) u
   where u.id = any(${userIds}::bigint[])`;

/** Mentionable users in whose name a word begins with the text. */
export function suggestedUsers(actor: Actor, assignment: TicketAssignment, text: string): Statement<MentionableUser> {
  const begins = text.replace(/[\\%_]/g, '\\$&');
  return sql`select u.id, u.name from (${mentionableUsers(actor, assignment)}) u
    where search_text(u.name) like search_text(${`${begins}%`}) or search_text(u.name) like search_text(${`% ${begins}%`})
    order by u.name, u.id limit ${sql.lit(maxSuggestions)}`;
}

/** Locks the ticket against removal, and waits for a removal that is in progress. */
export const keepTicket = (companyId: number, ticketId: number): Statement<object> =>
  sql`select 1 from tickets where company_id = ${companyId} and id = ${ticketId} for key share`;

/** All tickets of a contact, or one ticket. */
export type NotedTickets = { readonly ticketId: number } | { readonly contactId: number };

export const noteIdsOf = (companyId: number, of: NotedTickets): Statement<{ id: number }> => sql`
  select n.id from tickets t join ticket_notes n on n.company_id = t.company_id and n.ticket_id = t.id
   where t.company_id = ${companyId} and ${'ticketId' in of ? sql`t.id = ${of.ticketId}` : sql`t.contact_id = ${of.contactId}`}`;

export const markMentionsSeen = (companyId: number, userId: number, ids: readonly number[]): Statement =>
  sql`update note_mentions set seen_at = now(), updated_at = now()
   where company_id = ${companyId} and user_id = ${userId} and id = any(${ids}::bigint[]) and seen_at is null`;

export const usersWithUnseenMentions = (
  companyId: number,
  noteIds: readonly number[],
): Statement<{ userId: number }> => sql`select distinct user_id as "userId" from note_mentions
   where company_id = ${companyId} and note_id = any(${noteIds}::bigint[]) and seen_at is null`;

export const deleteNotes = (companyId: number, noteIds: readonly number[]): Statement => sql`
  delete from ticket_notes where company_id = ${companyId} and id = any(${noteIds}::bigint[])`;
