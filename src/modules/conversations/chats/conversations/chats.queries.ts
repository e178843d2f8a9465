import { type RawBuilder, sql } from 'kysely';
import type { ChatReaction } from '../chat.entity.js';

/** A member as lists, answers and sockets show it. */
export interface ChatUserRow {
  readonly id: number;
  readonly chatId: number;
  readonly userId: number;
  /** What others have written since they read it last, at most 99. */
  readonly unreads: number;
  readonly user: { readonly id: number; readonly name: string };
}

export interface ChatRow {
  readonly id: number;
  readonly uuid: string;
  readonly title: string;
  readonly ownerId: number;
  readonly owner: { readonly id: number; readonly name: string };
  /** Between two people. */
  readonly direct: boolean;
  readonly lastMessage: string;
  /** Its media type, or `deleted`. */
  readonly lastMessageType: string;
  /** In a list the reader and 49 others at most; in events nobody where there are more. */
  readonly users: readonly ChatUserRow[];
  readonly usersCount: number;
  readonly createdAt: string;
  /** Of its last message. */
  readonly updatedAt: string;
}

export interface ChatMessageRow {
  readonly id: number;
  readonly chatId: number;
  readonly senderId: number | null;
  /** null once they were removed. */
  readonly sender: { readonly id: number; readonly name: string } | null;
  readonly message: string;
  readonly mediaType: string;
  readonly mediaPath: string | null;
  readonly mediaName: string | null;
  readonly mediaMime: string | null;
  readonly mediaSize: number | null;
  readonly data: { readonly width?: number; readonly height?: number; readonly voice?: boolean } | null;
  readonly quoted: QuotedChatMessage | null;
  readonly mentions: readonly { readonly id: number; readonly name: string }[];
  readonly reactions: readonly ChatReaction[];
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  readonly clientMessageId: string | null;
  readonly createdAt: string;
}

export interface QuotedChatMessage {
  readonly id: number;
  readonly message: string;
  readonly mediaType: string;
  readonly isDeleted: boolean;
  readonly sender: { readonly id: number; readonly name: string } | null;
}

/** Before its file has an address. */
export interface StoredChatMessage extends Omit<ChatMessageRow, 'mediaPath'> {
  readonly mediaKey: string | null;
}

const maxUnreads = 99;
/** Members that a chat of a list, or of an event, carries. */
export const maxUsersShown = 50;

const unreads = sql`(select count(*)::int from (select 1 from chat_messages m
  where m.company_id = u.company_id and m.chat_id = u.chat_id and m.id > u.last_read_message_id
    and m.sender_id is distinct from u.user_id limit ${sql.lit(maxUnreads)}) x)`;

/**
 * The chats that `page` selects, the last written first, as a reader sees them: themselves first among the members, a
 * direct one with the other's name. Without a reader, as for events, large ones have no members.
 */
export function chatRows(
  page: RawBuilder<unknown>,
  { readerId, shown = maxUsersShown }: { readerId: number | null; shown?: number | undefined },
): RawBuilder<ChatRow> {
  const few = sql`n.members <= ${sql.lit(maxUsersShown)}`;
  const reader = sql`${readerId}::bigint`;
  return sql`
  select c.id, c.uuid, c.owner_id as "ownerId", c.pair is not null as direct, c.last_message as "lastMessage",
    coalesce(nullif(c.title, ''), (select p.name from chat_users u
      join users p on p.company_id = u.company_id and p.id = u.user_id
      where u.company_id = c.company_id and u.chat_id = c.id and u.user_id <> ${reader}), '') as title,
    c.created_at as "createdAt", c.last_message_at as "updatedAt",
    coalesce((select case when l.is_deleted then 'deleted' else l.media_type end from chat_messages l
      where l.company_id = c.company_id and l.chat_id = c.id order by l.id desc limit 1), 'chat') as "lastMessageType",
    json_build_object('id', o.id, 'name', o.name) as owner, n.members as "usersCount",
    coalesce((select json_agg(json_build_object('id', u.id, 'chatId', u.chat_id, 'userId', u.user_id,
        'unreads', case when ${few} or u.user_id = ${reader} then ${unreads} else 0 end,
        'user', json_build_object('id', p.id, 'name', p.name))
        order by u.user_id is distinct from ${reader}, u.id)
      from (select * from chat_users s where s.company_id = c.company_id and s.chat_id = c.id
        order by s.user_id is distinct from ${reader}, s.id
        limit case when ${few} or ${reader} is not null then ${sql.lit(shown)} else 0 end) u
      join users p on p.company_id = u.company_id and p.id = u.user_id), '[]') as users
  from (${page}) c
  join users o on o.company_id = c.company_id and o.id = c.owner_id
  cross join lateral (select count(*)::int as members from chat_users a
    where a.company_id = c.company_id and a.chat_id = c.id) n
  order by c.last_message_at desc, c.id desc`;
}

/** Chats of a member with the words in their title or, of a direct one, in the other's name. */
export function chatsOf(companyId: number, userId: number, search: string): RawBuilder<unknown> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const found = sql`and (search_text(c.title) like search_text(${like}) or (c.pair is not null and exists (
    select 1 from chat_users s join users p on p.company_id = s.company_id and p.id = s.user_id
    where s.company_id = c.company_id and s.chat_id = c.id and s.user_id <> ${userId}
      and search_text(p.name) like search_text(${like}))))`;
  return sql`from chat_users mine join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
    where mine.company_id = ${companyId} and mine.user_id = ${userId} ${search === '' ? sql`` : found}`;
}

export const memberIds = (companyId: number, chatId: number): RawBuilder<{ userId: number }> =>
  sql`select user_id as "userId" from chat_users where company_id = ${companyId} and chat_id = ${chatId}`;

/** How many chats of a member have something unread. */
export const unreadChats = (companyId: number, userId: number): RawBuilder<{ count: number }> =>
  sql`select count(*)::int as count from chat_users u where u.company_id = ${companyId} and u.user_id = ${userId}
    and exists (select 1 from chat_messages m where m.company_id = u.company_id and m.chat_id = u.chat_id
      and m.id > u.last_read_message_id and m.sender_id is distinct from u.user_id)`;

/** Active or not. */
export const userOf = (companyId: number, id: number): RawBuilder<{ id: number; name: string }> =>
  sql`select id, name from users where company_id = ${companyId} and id = ${id}`;

/** Those users of the company who are active, in the order of the ids. */
export const activeUsersOf = (companyId: number, ids: readonly number[]): RawBuilder<{ id: number; name: string }> =>
  sql`select u.id, u.name from unnest(${ids}::bigint[]) with ordinality wanted(id, place)
    join users u on u.company_id = ${companyId} and u.id = wanted.id and u.active order by wanted.place`;

/** Those of the users who are active members. */
export const membersAmong = (
  companyId: number,
  chatId: number,
  ids: readonly number[],
): RawBuilder<{ id: number; name: string }> =>
  sql`select p.id, p.name from (${activeUsersOf(companyId, ids)}) p
    join chat_users u on u.company_id = ${companyId} and u.chat_id = ${chatId} and u.user_id = p.id`;

/** Messages that `page` selects from `chat_messages`, bounded; newest first. */
export const chatMessages = (page: RawBuilder<unknown>): RawBuilder<StoredChatMessage> => sql`
  select m.id, m.chat_id as "chatId", m.sender_id as "senderId", m.media_type as "mediaType",
    case when m.is_deleted then '' else m.message end as message,
    case when not m.is_deleted then m.media_key end as "mediaKey",
    case when not m.is_deleted then m.media_name end as "mediaName",
    m.media_mime as "mediaMime", m.media_size as "mediaSize", m.data, m.mentions, m.is_edited as "isEdited",
    case when m.is_deleted then '[]' else m.reactions end as reactions,
    m.is_deleted as "isDeleted", m.client_message_id as "clientMessageId", m.created_at as "createdAt",
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as sender,
    case when q.id is not null and not m.is_deleted then json_build_object('id', q.id,
      'message', case when q.is_deleted then '' else left(q.message, 300) end, 'mediaType', q.media_type,
      'isDeleted', q.is_deleted,
      'sender', case when qs.id is not null then json_build_object('id', qs.id, 'name', qs.name) end) end as quoted
  from (${page}) m
  left join users s on s.company_id = m.company_id and s.id = m.sender_id
  left join chat_messages q on q.company_id = m.company_id and q.id = m.quoted_id
  left join users qs on qs.company_id = q.company_id and qs.id = q.sender_id
  order by m.id desc`;
