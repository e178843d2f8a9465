import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Statement } from '../../../../core/database/statements.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { UNNAMED_FILE, type UploadedFile } from '../../../../core/requests/upload.js';
import { invalidQuery, isId, pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { boundedCount, type Page } from '../../../../core/resource/page.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { clientIds } from '../../messages/conversation/messages.service.js';
import { ThumbnailsService } from '../../messages/media/thumbnails.service.js';
import { notAnEmoji, notARecording } from '../../messages/messages.errors.js';
import { mediaKindOf } from '../../messages/outbound/message-composer.service.js';
import { isEmoji } from '../../messages/reactions/reactions.service.js';
import { ChatMessage, type ChatReaction } from '../chat.entity.js';
import type { ChatMessageInput } from '../chats.dto.js';
import { chatErrors, emptyChatMessage, quoteOutsideChat } from '../chats.errors.js';
import { ChatMessageStored } from '../chats.events.js';
import type { ChatKey } from './chat-key.js';
import {
  type ChatMessageRow,
  chatMessagesPage,
  chatMessagesWithIds,
  countChatMessages,
  countMessagesFrom,
  lockChatForMessages,
  messageOfChat,
  messagesByClientIds,
  newerMessage,
  previewChangedMessage,
  previewNewMessage,
  type StoredChatMessage,
} from './chat-messages.queries.js';
import { membersAmong } from './chats.queries.js';
import { ChatsService } from './chats.service.js';

const pageSize = 20;
const maxOffset = 20_000;
/** More reactions than a message bubble shows; the newest are kept. */
const maxReactions = 100;
/** Most messages that a jump back to an older message loads. */
const maxJump = 2000;
const previewLength = 200;

/** Messages in chats between users. Only members read and write them. */
@Injectable()
export class ChatMessagesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly media: MediaUrls,
    private readonly thumbnails: ThumbnailsService,
    private readonly chats: ChatsService,
  ) {}

  /**
   * The newest page comes first; inside a page messages are in order. Pages are selected by `pageNumber` or `cursor`.
   * `from=id` returns everything from that message to the cursor and some messages before it, unless these are more
   * than 2000. @throws 404
   */
  async list(key: ChatKey, query: Query): Promise<Page<ChatMessageRow>> {
    const id = await this.chats.idOf(key);
    const { companyId } = this.context;
    const cursor = idParam(query, 'cursor');
    const first = idParam(query, 'from');
    const between = first
      ? await this.db.row(countMessagesFrom(companyId, id, { first, cursor, limit: maxJump }))
      : undefined;
    const size = pageSize + (between?.count ?? 0);
    const offset = cursor ? 0 : Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const found = await this.rows(chatMessagesPage(companyId, id, cursor, { offset, limit: size }));
    const hasMore = found.length > size;
    const rows = found.slice(0, size).reverse();
    const complete = !hasMore && !cursor && (rows.length > 0 || offset === 0);
    const counted = complete ? undefined : await this.db.row(countChatMessages(companyId, id));
    return {
      rows,
      hasMore,
      ...boundedCount(counted?.count ?? offset + rows.length),
      cursor: hasMore ? String(rows[0]?.id) : null,
    };
  }

  /** Sends a text, or one message per file; a repeated clientMessageId sends nothing. @throws 404, 400, 422 */
  async send(key: ChatKey, input: ChatMessageInput, files: readonly UploadedFile[]): Promise<ChatMessageRow[]> {
    const { companyId, actor } = this.context;
    const chatId = await this.chats.idOf(key);
    const { clientMessageId } = input;
    // null counts as absent
    const [message, mentions, voice] = [input.message ?? '', input.mentions ?? [], input.voice === true];
    const quotedId = input.quotedId ?? null;
    const known = await this.findByClientId(chatId, clientMessageId, Math.max(files.length, 1));
    if (known.length > 0) {
      if (!isSame(known, message, files)) throw coreErrors.ERR_IDEMPOTENCY_MISMATCH();
      // the first request has stored its files, so these are not needed
      await enqueueFileRemoval(
        this.jobs,
        files.map((file) => file.key),
      );
      return known;
    }
    const text = message.trim();
    if (text === '' && files.length === 0) throw emptyChatMessage();
    if (voice && (files.length !== 1 || mediaKindOf(files[0]?.mime ?? '') !== 'audio')) throw notARecording();
    if (quotedId !== null) await this.assertQuotable(chatId, quotedId);
    const mentioned = await this.members(chatId, mentions);
    const sizes = await Promise.all(files.map((file) => this.thumbnails.sizeOf(file)));
    // before the ids are assigned: ids of simultaneous messages follow the order in which the chat shows them
    await this.lock(chatId);
    const drafts = files.length === 0 ? [undefined] : files;
    const stored: ChatMessage[] = [];
    for (const [index, file] of drafts.entries()) {
      const size = sizes[index];
      stored.push(
        this.db.em.create(ChatMessage, {
          chatId,
          senderId: actor.userId,
          message: index === 0 ? text : '',
          mediaType: file ? mediaKindOf(file.mime) : 'chat',
          mediaKey: file?.key ?? null,
          mediaName: file && file.name !== UNNAMED_FILE ? file.name : null,
          mediaMime: file?.mime ?? null,
          mediaSize: file?.size ?? null,
          quotedId: index === 0 ? quotedId : null,
          clientMessageId: clientIds(clientMessageId, index),
          mentions: index === 0 ? mentioned : [],
          data: size || voice ? { ...size, ...(voice ? { voice: true as const } : {}) } : null,
          isEdited: false,
          isDeleted: false,
        }),
      );
    }
    await this.db.em.flush();
    await this.db.run(previewNewMessage(companyId, chatId, stored.map(previewOf).at(-1) ?? ''));
    for (const { id } of stored)
      this.events.emit(new ChatMessageStored({ companyId, chatId, messageId: id, action: 'create' }));
    return this.byIds(stored.map(({ id }) => id));
  }

  /** @throws 404 unless it is a text of the caller, 400 */
  async edit(key: ChatKey, messageId: number, message: string): Promise<ChatMessageRow> {
    return this.change(key, messageId, (row) => {
      if (row.senderId !== this.context.actor.userId || row.isDeleted || row.mediaType !== 'chat')
        throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
      const text = message.trim();
      if (row.message !== text) Object.assign(row, { message: text, isEdited: true });
    });
  }

  /** Keeps the row without its text and file. @throws 404 unless it is a message of the caller */
  async remove(key: ChatKey, messageId: number): Promise<ChatMessageRow> {
    const keys: string[] = [];
    const removed = await this.change(key, messageId, (row) => {
      if (row.senderId !== this.context.actor.userId) throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
      if (row.mediaKey) keys.push(row.mediaKey);
      Object.assign(row, {
        message: '',
        mediaKey: null,
        mediaName: null,
        mentions: [],
        reactions: [],
        isDeleted: true,
      });
    });
    await enqueueFileRemoval(this.jobs, keys);
    return removed;
  }

  /** Each member has one reaction per message; null removes it. @throws 404, 400 */
  async react(key: ChatKey, messageId: number, emoji: string | null): Promise<ChatMessageRow> {
    if (emoji !== null && !isEmoji(emoji)) throw notAnEmoji();
    const { userId, name } = this.context.actor;
    return this.change(key, messageId, (row) => {
      if (row.isDeleted) throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
      const others = row.reactions.filter((reaction: ChatReaction) => reaction.userId !== userId);
      row.reactions = emoji === null ? others : [...others, { emoji, userId, name }].slice(-maxReactions);
    });
  }

  /** Returns the messages in the order of their ids. */
  async byIds(ids: readonly number[]): Promise<ChatMessageRow[]> {
    const rows = await this.rows(chatMessagesWithIds(this.context.companyId, ids));
    return rows.reverse();
  }

  private async change(key: ChatKey, messageId: number, apply: (row: ChatMessage) => void): Promise<ChatMessageRow> {
    const { companyId } = this.context;
    const chatId = await this.chats.idOf(key);
    // sending takes the same lock: otherwise the preview of a message sent meanwhile would be overwritten
    await this.lock(chatId);
    const row = await this.db.em.findOne(ChatMessage, { id: messageId, chatId });
    if (!row) throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
    const newest = await this.isNewest(chatId, messageId);
    apply(row);
    await this.db.em.flush();
    if (newest) await this.db.run(previewChangedMessage(companyId, chatId, previewOf(row)));
    this.events.emit(new ChatMessageStored({ companyId, chatId, messageId, action: 'update' }));
    const [changed] = await this.byIds([messageId]);
    if (!changed) throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
    return changed;
  }

  /** @throws 404 when the chat was deleted meanwhile */
  private async lock(chatId: number): Promise<void> {
    const row = await this.db.row(lockChatForMessages(this.context.companyId, chatId));
    if (!row) throw chatErrors.ERR_NO_CHAT_FOUND();
  }

  private async isNewest(chatId: number, messageId: number): Promise<boolean> {
    const newer = await this.db.row(newerMessage(this.context.companyId, chatId, messageId));
    return newer === undefined;
  }

  private async rows(statement: Statement<StoredChatMessage>): Promise<ChatMessageRow[]> {
    const rows = await this.db.rows(statement);
    return rows.map(({ mediaKey, ...row }) => ({
      ...row,
      mediaPath: mediaKey === null ? null : this.media.sign(mediaKey, { name: row.mediaName }),
    }));
  }

  private async findByClientId(
    chatId: number,
    clientMessageId: string | undefined,
    count: number,
  ): Promise<ChatMessageRow[]> {
    if (!clientMessageId) return [];
    // two requests with the same id wait for each other; the second one finds the messages of the first
    await this.db.lock('chat-message', this.context.companyId, clientMessageId);
    const ids = Array.from({ length: count }, (_, index) => clientIds(clientMessageId, index));
    const rows = await this.db.rows(messagesByClientIds(this.context.companyId, ids));
    if (rows.some((row) => row.chatId !== chatId || row.senderId !== this.context.actor.userId))
      throw coreErrors.ERR_IDEMPOTENCY_MISMATCH();
    return rows.length === 0 ? [] : this.byIds(rows.map(({ id }) => id));
  }

  private async assertQuotable(chatId: number, id: number): Promise<void> {
    const row = await this.db.row(messageOfChat(this.context.companyId, chatId, id));
    if (!row) throw quoteOutsideChat();
  }

  /** Leaves out users who are no longer members: a text that mentions them is sent nevertheless. */
  private async members(chatId: number, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
    return ids.length === 0 ? [] : this.db.rows(membersAmong(this.context.companyId, chatId, ids));
  }
}

/** The preview of a message in lists: its text, or the name of its file; empty for a recording. */
const previewOf = ({ message, mediaName, data }: ChatMessage): string =>
  (message || (data?.voice ? '' : mediaName) || '').slice(0, previewLength);

/** Whether a repeated request has the contents stored under its id, even if these were edited or deleted since. */
function isSame(stored: readonly ChatMessageRow[], message: string, files: readonly UploadedFile[]): boolean {
  const [first] = stored;
  if (files.length > 0)
    return (
      stored.length === files.length && stored.every((row, at) => row.mediaType === mediaKindOf(files[at]?.mime ?? ''))
    );
  return first?.mediaType === 'chat' && (first.isEdited || first.isDeleted || first.message === message.trim());
}

function idParam(query: Query, name: string): number | undefined {
  const text = textParam(query, name);
  if (text === '') return undefined;
  const id = Number(text);
  return isId(id) ? id : invalidQuery(name);
}
