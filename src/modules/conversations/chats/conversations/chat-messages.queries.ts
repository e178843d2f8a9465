import { type RawBuilder, sql } from 'kysely';
import { offsetBy, type Statement } from '../../../../core/database/statements.js';
import { countLimit } from '../../../../core/resource/page.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import type { ChatReaction } from '../chat.entity.js';

export interface ChatMessageRow {
  readonly id: number;
  readonly chatId: number;
  readonly senderId: number | null;
  /** null once the author was removed. */
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

/** A message as stored: with the key of its file instead of an address. */
export interface StoredChatMessage extends Omit<ChatMessageRow, 'mediaPath'> {
  readonly mediaKey: string | null;
}

/** Messages that `page` selects from `chat_messages`, newest first. `page` must have a limit. */
const chatMessages = (page: RawBuilder<unknown>): Statement<StoredChatMessage> => sql`
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
  left join ${userNames} s on s.company_id = m.company_id and s.id = m.sender_id
  left join chat_messages q on q.company_id = m.company_id and q.id = m.quoted_id
  left join ${userNames} qs on qs.company_id = q.company_id and qs.id = q.sender_id
  order by m.id desc`;

const ofChat = (companyId: number, chatId: number): RawBuilder<unknown> =>
  sql`from chat_messages m where m.company_id = ${companyId} and m.chat_id = ${chatId}`;

const before = (cursor: number | undefined): RawBuilder<unknown> => (cursor ? sql`and m.id < ${cursor}` : sql``);

/** A page of a chat before the cursor, newest first. It has one message more, which tells whether others follow. */
export const chatMessagesPage = (
  companyId: number,
  chatId: number,
  cursor: number | undefined,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Statement<StoredChatMessage> =>
  chatMessages(sql`
    select m.* ${ofChat(companyId, chatId)} ${before(cursor)} order by m.id desc limit ${sql.lit(limit + 1)} ${offsetBy(offset)}`);

export const chatMessagesWithIds = (companyId: number, ids: readonly number[]): Statement<StoredChatMessage> =>
  chatMessages(sql`select m.* from chat_messages m where m.company_id = ${companyId} and m.id = any(${ids}::bigint[])`);

/** The count is exact up to {@link countLimit}. */
export const countChatMessages = (companyId: number, chatId: number): Statement<{ count: number }> =>
  sql`select count(*)::int as count from (select 1 ${ofChat(companyId, chatId)} limit ${sql.lit(countLimit + 1)}) x`;

/** Counts messages from the first one to the cursor, up to the limit. */
export const countMessagesFrom = (
  companyId: number,
  chatId: number,
  { first, cursor, limit }: { readonly first: number; readonly cursor: number | undefined; readonly limit: number },
): Statement<{ count: number }> =>
  sql`select count(*)::int as count from (select 1 ${ofChat(companyId, chatId)} and m.id >= ${first} ${before(cursor)} limit ${sql.lit(limit)}) x`;

export const messagesByClientIds = (
  companyId: number,
  ids: readonly (string | null)[],
): Statement<{ id: number; chatId: number; senderId: number | null }> => sql`
  select id, chat_id as "chatId", sender_id as "senderId" from chat_messages
   where company_id = ${companyId} and client_message_id = any(${ids}::uuid[])`;

export const messageOfChat = (companyId: number, chatId: number, id: number): Statement<object> =>
  sql`select 1 from chat_messages
   where company_id = ${companyId} and chat_id = ${chatId} and id = ${id}`;

export const newerMessage = (companyId: number, chatId: number, id: number): Statement<object> =>
  sql`select 1 from chat_messages
   where company_id = ${companyId} and chat_id = ${chatId} and id > ${id} limit 1`;

/** Locks the chat: its messages are stored and changed one after the other. */
export const lockChatForMessages = (companyId: number, chatId: number): Statement<object> =>
  sql`select 1 from chats
   where company_id = ${companyId} and id = ${chatId} for no key update`;

/** Shows a new message in the chat's preview, and moves the chat to the top of lists. */
export const previewNewMessage = (companyId: number, chatId: number, text: string): Statement =>
  sql`update chats set last_message_at = now(), updated_at = now(),
    last_message = ${text}
   where company_id = ${companyId} and id = ${chatId}`;

/** Updates the chat's preview after its newest message was changed. */
export const previewChangedMessage = (companyId: number, chatId: number, text: string): Statement =>
  sql`update chats set last_message = ${text}
   where company_id = ${companyId} and id = ${chatId}`;

/** @returns the storage keys of the messages' files */
export const deleteMessagesOfChats = (
  companyId: number,
  chatIds: readonly number[],
): Statement<{ key: string | null }> => sql`
  delete from chat_messages where company_id = ${companyId} and chat_id = any(${chatIds}::bigint[])
   returning media_key as key`;
