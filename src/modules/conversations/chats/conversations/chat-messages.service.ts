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
/** More than a bubble shows; the newest are kept. */
const maxReactions = 100;
/** Messages that a jump back loads. */
const maxJump = 2000;
const previewLength = 200;

/** What is said in chats, by their members. */
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
   * Newest page first, inside a page oldest to newest; `pageNumber`, or `cursor`. `from=id` answers everything from that
   * message to the cursor, with some before it, unless it is farther back than 2000. @throws 404
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

  /** A text, or one message per file; a repeated clientMessageId answers what is stored. @throws 404, 400, 422 */
  async send(key: ChatKey, input: ChatMessageInput, files: readonly UploadedFile[]): Promise<ChatMessageRow[]> {
    const { companyId, actor } = this.context;
    const chatId = await this.chats.idOf(key);
    const { clientMessageId } = input;
    // a null is as good as nothing
    const [message, mentions, voice] = [input.message ?? '', input.mentions ?? [], input.voice === true];
    const quotedId = input.quotedId ?? null;
    const known = await this.findByClientId(chatId, clientMessageId, Math.max(files.length, 1));
    if (known.length > 0) {
      if (!isSame(known, message, files)) throw coreErrors.ERR_IDEMPOTENCY_MISMATCH();
      // the files of the first request are stored already
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
    // in the order of the chat: two messages at once are numbered as they are shown
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

  /** @throws 404 for none of the caller's own, 400 */
  async edit(key: ChatKey, messageId: number, message: string): Promise<ChatMessageRow> {
    return this.change(key, messageId, (row) => {
      if (row.senderId !== this.context.actor.userId || row.isDeleted || row.mediaType !== 'chat')
        throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
      const text = message.trim();
      if (row.message !== text) Object.assign(row, { message: text, isEdited: true });
    });
  }

  /** The row stays, its text and file do not. @throws 404 for none of the caller's own */
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

  /** One reaction of each member; null takes it back. @throws 404, 400 */
  async react(key: ChatKey, messageId: number, emoji: string | null): Promise<ChatMessageRow> {
    if (emoji !== null && !isEmoji(emoji)) throw notAnEmoji();
    const { userId, name } = this.context.actor;
    return this.change(key, messageId, (row) => {
      if (row.isDeleted) throw chatErrors.ERR_NO_CHAT_MESSAGE_FOUND();
      const others = row.reactions.filter((reaction: ChatReaction) => reaction.userId !== userId);
      row.reactions = emoji === null ? others : [...others, { emoji, userId, name }].slice(-maxReactions);
    });
  }

  /** In the order of their ids. */
  async byIds(ids: readonly number[]): Promise<ChatMessageRow[]> {
    const rows = await this.rows(chatMessagesWithIds(this.context.companyId, ids));
    return rows.reverse();
  }

  private async change(key: ChatKey, messageId: number, apply: (row: ChatMessage) => void): Promise<ChatMessageRow> {
    const { companyId } = this.context;
    const chatId = await this.chats.idOf(key);
    // as a message is sent: otherwise the preview of one that is written meanwhile would be overwritten
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

  /** @throws 404 for one that was deleted meanwhile */
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
    // two requests with one id wait for each other; the second finds what the first stored
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

  /** Without those who are no members any more: a text written before they left is sent nevertheless. */
  private async members(chatId: number, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
    return ids.length === 0 ? [] : this.db.rows(membersAmong(this.context.companyId, chatId, ids));
  }
}

/** What lists show of it: its text, or the name of its file; of a recording nothing. */
const previewOf = ({ message, mediaName, data }: ChatMessage): string =>
  (message || (data?.voice ? '' : mediaName) || '').slice(0, previewLength);

/** Whether a repeated request has the contents that were stored under its id, whatever has changed since. */
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
