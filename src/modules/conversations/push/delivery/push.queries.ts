import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { TicketAssignment } from '../../tickets/tickets.events.js';
import type { PushKind } from './push-kinds.js';

/** Subscriptions `p` of open sessions `s` with the user `u`. */
const live = sql`push_subscriptions p
  join sessions s on s.company_id = p.company_id and s.id = p.session_id and s.ended_at is null and s.expires_at > now()
  join users u on u.company_id = s.company_id and u.id = s.user_id and u.active
  join companies c on c.id = u.company_id and (u.super or ${mayWorkSql})`;

/** Ids of the sessions, ended ones included. */
const sessionsWithIds = (companyId: number, sids: readonly string[]): RawBuilder<{ id: number }> =>
  sql`select id from sessions where company_id = ${companyId} and sid = any(${sids}::uuid[])`;

export interface PushTarget {
  readonly sid: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export const targetOf = (companyId: number, subscriptionId: number): RawBuilder<PushTarget> => sql`
  select s.sid, p.endpoint, p.p256dh, p.auth from ${live} where p.company_id = ${companyId} and p.id = ${subscriptionId}`;

export interface PushRecipient {
  readonly subscriptionId: number;
  readonly userId: number;
  readonly language: Locale;
}

/** Subscriptions of users who match the condition on the alias `u` and want this kind of notice. */
export const recipientsOf = (companyId: number, kind: PushKind, users: Condition): RawBuilder<PushRecipient> => sql`
  select p.id as "subscriptionId", u.id as "userId", u.language from ${live}
  left join push_preferences f on f.company_id = u.company_id and f.user_id = u.id
  where p.company_id = ${companyId} and not coalesce(f.muted ? ${kind}, false) and ${users}`;

export interface NoticedTicket extends TicketAssignment {
  readonly uuid: string;
  /** Name of the contact, or its number. */
  readonly name: string;
}

export const noticedTicket = (companyId: number, ticketId: number): RawBuilder<NoticedTicket> => sql`
  select t.uuid, t.status, t.user_id as "userId", t.queue_id as "queueId", coalesce(nullif(c.name, ''), c.number) as name
  from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  where t.company_id = ${companyId} and t.id = ${ticketId}`;

export interface NoticedMention {
  readonly userId: number;
  readonly ticketId: number;
}

export const mentionsOfNote = (companyId: number, noteId: number): RawBuilder<NoticedMention> => sql`
  select m.user_id as "userId", n.ticket_id as "ticketId" from note_mentions m
  join ticket_notes n on n.company_id = m.company_id and n.id = m.note_id
  where m.company_id = ${companyId} and m.note_id = ${noteId} and m.seen_at is null`;

export interface NoticedChatMessage {
  readonly uuid: string;
  /** Title of the group, or name of the author. */
  readonly name: string;
  readonly named: readonly number[];
  readonly others: readonly number[];
}

/** A chat message with the members to notify: those mentioned in it, and the others except the author. */
export const chatMessage = (companyId: number, messageId: number): RawBuilder<NoticedChatMessage> => sql`
  select c.uuid, coalesce(nullif(c.title, ''), a.name) as name,
    coalesce(array_agg(u.user_id) filter (where n.named), '{}') as named,
    coalesce(array_agg(u.user_id) filter (where not n.named), '{}') as others
  from chat_messages m
  join chats c on c.company_id = m.company_id and c.id = m.chat_id
  join users a on a.company_id = m.company_id and a.id = m.sender_id
  join chat_users u on u.company_id = m.company_id and u.chat_id = m.chat_id and u.user_id <> m.sender_id
  cross join lateral (select exists (select 1 from jsonb_array_elements(m.mentions) e
    where (e->>'id')::bigint = u.user_id) as named) n
  where m.company_id = ${companyId} and m.id = ${messageId} and not m.is_deleted
  group by c.uuid, c.title, a.name`;

/** The user `u` is one of these. */
export const isAnyOf = (userIds: readonly number[]): Condition => sql`u.id = any(${userIds}::bigint[])`;

/** Deletes a subscription, unless its browser has subscribed again with another address. */
export const removeSubscription = (companyId: number, subscriptionId: number, endpoint: string): Statement => sql`
  delete from push_subscriptions where company_id = ${companyId} and id = ${subscriptionId}
  and endpoint = ${endpoint}`;

/** Deletes the subscriptions of these sessions, ended ones included. */
export const removeSubscriptionsOf = (companyId: number, sids: readonly string[]): Statement => sql`
  delete from push_subscriptions where company_id = ${companyId}
  and session_id in (${sessionsWithIds(companyId, sids)})`;
