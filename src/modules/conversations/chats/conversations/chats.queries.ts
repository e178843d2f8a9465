import { type RawBuilder, sql } from 'kysely';
import { offsetBy, type Statement } from '../../../../core/database/statements.js';
import { countLimit } from '../../../../core/resource/page.js';
import type { ChatKey } from './chat-key.js';

/** A chat member as API responses and socket events contain it. */
export interface ChatUserRow {
  readonly id: number;
  readonly chatId: number;
  readonly userId: number;
  /** Number of messages that others have written since the member last read the chat, at most 99. */
  readonly unreads: number;
  readonly user: { readonly id: number; readonly name: string };
}

export interface ChatRow {
  readonly id: number;
  readonly uuid: string;
  readonly title: string;
  readonly ownerId: number;
  readonly owner: { readonly id: number; readonly name: string };
  /** Whether it is a chat between two users. */
  readonly direct: boolean;
  readonly lastMessage: string;
  /** Media type of the last message, or `deleted`. */
  readonly lastMessageType: string;
  /** In lists the reader and at most 49 others. In events empty when the chat has more than 50 members. */
  readonly users: readonly ChatUserRow[];
  readonly usersCount: number;
  readonly createdAt: string;
  /** Time of the last message. */
  readonly updatedAt: string;
}

const maxUnreads = 99;
/** Most members that a chat in a list or in an event contains. */
const maxUsersShown = 50;

const unreads = sql`(select count(*)::int from (select 1 from chat_messages m
  where m.company_id = u.company_id and m.chat_id = u.chat_id and m.id > u.last_read_message_id
    and m.sender_id is distinct from u.user_id limit ${sql.lit(maxUnreads)}) x)`;

/**
 * The chats that `page` selects as the reader sees them, the last written first: the reader is the first member, and a
 * direct chat has the other user's name as title. Without a reader, as in events, large chats have no members.
 */
function chatRows(
  page: RawBuilder<unknown>,
  { readerId, shown = maxUsersShown }: { readerId: number | null; shown?: number | undefined },
): Statement<ChatRow> {
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

/** Chats of a member that have the words in their title or, when direct, in the other user's name. */
function chatsOf(companyId: number, userId: number, search: string): RawBuilder<unknown> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const found = sql`and (search_text(c.title) like search_text(${like}) or (c.pair is not null and exists (
    select 1 from chat_users s join users p on p.company_id = s.company_id and p.id = s.user_id
    where s.company_id = c.company_id and s.chat_id = c.id and s.user_id <> ${userId}
      and search_text(p.name) like search_text(${like}))))`;
  return sql`from chat_users mine join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
    where mine.company_id = ${companyId} and mine.user_id = ${userId} ${search === '' ? sql`` : found}`;
}

/** A page of the chats of a member. It has one chat more, which tells whether others follow. */
export const chatsPage = (
  companyId: number,
  userId: number,
  search: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Statement<ChatRow> =>
  chatRows(
    sql`select c.* ${chatsOf(companyId, userId, search)} order by c.last_message_at desc, c.id desc
      limit ${sql.lit(limit + 1)} ${offsetBy(offset)}`,
    { readerId: userId },
  );

/** The count is exact up to {@link countLimit}. */
export const countChats = (companyId: number, userId: number, search: string): Statement<{ count: number }> =>
  sql`select count(*)::int as count from (select 1 ${chatsOf(companyId, userId, search)} limit ${sql.lit(countLimit + 1)}) x`;

const chatOf = (companyId: number, userId: number, key: ChatKey): RawBuilder<unknown> =>
  sql`${chatsOf(companyId, userId, '')} and ${typeof key === 'number' ? sql`c.id = ${key}` : sql`c.uuid = ${key}::uuid`}`;

export const chatIdOf = (companyId: number, userId: number, key: ChatKey): Statement<{ id: number }> =>
  sql`select c.id ${chatOf(companyId, userId, key)}`;

/** The chat as this member sees it. */
export const chatOfMember = (companyId: number, userId: number, key: ChatKey, shown?: number): Statement<ChatRow> =>
  chatRows(sql`select c.* ${chatOf(companyId, userId, key)}`, { readerId: userId, shown });

/** The chat as the reader sees it; with null as reader: as events contain it. */
export const chatById = (companyId: number, id: number, readerId: number | null): Statement<ChatRow> =>
  chatRows(sql`select c.* from chats c where c.company_id = ${companyId} and c.id = ${id}`, { readerId });

export const lockChat = (companyId: number, id: number): Statement<object> =>
  sql`select 1 from chats where company_id = ${companyId} and id = ${id} for update`;

export const renameChat = (companyId: number, id: number, title: string): Statement =>
  sql`update chats set title = ${title}, updated_at = now()
   where company_id = ${companyId} and id = ${id}`;

/** New members start with all earlier messages read. */
export const addMembers = (companyId: number, chatId: number, userIds: readonly number[]): Statement => sql`
  insert into chat_users (company_id, chat_id, user_id, last_read_message_id)
  select ${companyId}::bigint, ${chatId}::bigint, p.id, (select coalesce(max(m.id), 0) from chat_messages m
    where m.company_id = ${companyId} and m.chat_id = ${chatId}) from (${activeUsersOf(companyId, userIds)}) p`;

export const removeMembers = (companyId: number, chatId: number, userIds: readonly number[]): Statement =>
  sql`delete from chat_users where company_id = ${companyId} and chat_id = ${chatId}
   and user_id = any(${userIds}::bigint[])`;

/** Marks all messages of the chat as read by the member. */
export const markChatRead = (companyId: number, chatId: number, userId: number): Statement =>
  sql`update chat_users set last_read_message_id = m.id, updated_at = now()
   from (select coalesce(max(id), 0) as id from chat_messages where company_id = ${companyId} and chat_id = ${chatId}) m
   where company_id = ${companyId} and chat_id = ${chatId} and user_id = ${userId}
     and last_read_message_id < m.id`;

/** Gives direct chats of the user the user's name as title, before the user is removed. */
export function nameDirectChats(companyId: number, userId: number): Statement {
  const own = sql`select chat_id from chat_users where company_id = ${companyId} and user_id = ${userId}`;
  return sql`update chats c set title = p.name, updated_at = now() from (${userOf(companyId, userId)}) p
   where c.company_id = ${companyId} and c.id in (${own}) and c.pair is not null and c.title = ''`;
}

/** Removes the user from all of their chats. @returns how many other members each chat has */
export const removeMemberships = (
  companyId: number,
  userId: number,
): Statement<{ chatId: number; others: number }> => sql`
  with gone as (delete from chat_users where company_id = ${companyId} and user_id = ${userId} returning chat_id)
  select chat_id as "chatId", (select count(*)::int from chat_users u where u.company_id = ${companyId}
     and u.chat_id = gone.chat_id and u.user_id <> ${userId}) as others from gone`;

/** Makes the oldest member the owner of the user's chats. */
export const passOwnership = (companyId: number, ownerId: number): Statement =>
  sql`update chats c set owner_id = (select u.user_id from chat_users u
     where u.company_id = c.company_id and u.chat_id = c.id order by u.id limit 1), updated_at = now()
   where c.company_id = ${companyId} and c.owner_id = ${ownerId}`;

export const deleteChats = (companyId: number, ids: readonly number[]): Statement =>
  sql`delete from chats where company_id = ${companyId} and id = any(${ids}::bigint[])`;

export const memberIds = (companyId: number, chatId: number): Statement<{ userId: number }> =>
  sql`select user_id as "userId" from chat_users where company_id = ${companyId} and chat_id = ${chatId}`;

/** How many chats of a member have something unread. */
export const unreadChats = (companyId: number, userId: number): Statement<{ count: number }> =>
  sql`select count(*)::int as count from chat_users u where u.company_id = ${companyId} and u.user_id = ${userId}
    and exists (select 1 from chat_messages m where m.company_id = u.company_id and m.chat_id = u.chat_id
      and m.id > u.last_read_message_id and m.sender_id is distinct from u.user_id)`;

/** Finds inactive users too. */
const userOf = (companyId: number, id: number): RawBuilder<{ id: number; name: string }> =>
  sql`select id, name from users where company_id = ${companyId} and id = ${id}`;

/** Active users of the company among these ids, in the order of the ids. */
const activeUsersOf = (companyId: number, ids: readonly number[]): RawBuilder<{ id: number; name: string }> =>
  sql`select u.id, u.name from unnest(${ids}::bigint[]) with ordinality wanted(id, place)
    join users u on u.company_id = ${companyId} and u.id = wanted.id and u.active order by wanted.place`;

/** Active members of the chat among these users. */
export const membersAmong = (
  companyId: number,
  chatId: number,
  ids: readonly number[],
): Statement<{ id: number; name: string }> =>
  sql`select p.id, p.name from (${activeUsersOf(companyId, ids)}) p
    join chat_users u on u.company_id = ${companyId} and u.chat_id = ${chatId} and u.user_id = p.id`;
