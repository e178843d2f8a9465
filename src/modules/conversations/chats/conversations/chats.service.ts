import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { boundedCount, type Page } from '../../../../core/resource/page.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { Chat } from '../chat.entity.js';
import { type ChatInput, maxMembers } from '../chats.dto.js';
import { chatErrors, directNotEdited, noMembers, tooManyMembers, unknownMember } from '../chats.errors.js';
import { ChatRead, ChatRemoved, ChatSaved } from '../chats.events.js';
import type { ChatKey } from './chat-key.js';
import { deleteMessagesOfChats } from './chat-messages.queries.js';
import {
  addMembers,
  type ChatRow,
  chatIdOf,
  chatOfMember,
  chatsPage,
  countChats,
  deleteChats,
  lockChat,
  markChatRead,
  memberIds,
  nameDirectChats,
  passOwnership,
  removeMembers,
  removeMemberships,
  renameChat,
  unreadChats,
} from './chats.queries.js';

const pageSize = 20;
const maxOffset = 20_000;

/** The chats of a user. A chat of which the caller is no member is answered like an unknown one. */
@Injectable()
export class ChatsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
  ) {}

  /** Lists the caller's chats, the last written first. */
  async list(query: Query): Promise<Page<ChatRow>> {
    const { companyId, actor } = this.context;
    const offset = Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const search = textParam(query, 'searchParam');
    const rows = await this.db.rows(chatsPage(companyId, actor.userId, search, { offset, limit: pageSize }));
    const hasMore = rows.length > pageSize;
    const complete = !hasMore && (rows.length > 0 || offset === 0);
    const counted = complete ? undefined : await this.db.row(countChats(companyId, actor.userId, search));
    return {
      rows: rows.slice(0, pageSize),
      hasMore,
      ...boundedCount(counted?.count ?? offset + rows.length),
    };
  }

  /** Counts the caller's chats with unread messages. */
  async unread(): Promise<{ count: number }> {
    const { companyId, actor } = this.context;
    const row = await this.db.row(unreadChats(companyId, actor.userId));
    return { count: row?.count ?? 0 };
  }

  /** Reads the chat with all of its members. @throws 404 unless the caller is a member */
  get(key: ChatKey): Promise<ChatRow> {
    return this.read(key, maxMembers);
  }

  /** @throws 404 unless the caller is a member */
  async idOf(key: ChatKey): Promise<number> {
    const { companyId, actor } = this.context;
    const row = await this.db.row(chatIdOf(companyId, actor.userId, key));
    if (!row) throw chatErrors.ERR_NO_CHAT_FOUND();
    return row.id;
  }

  /** @throws 400 */
  async create({ title, users }: ChatInput): Promise<ChatRow> {
    const others = users.filter((id) => id !== this.context.actor.userId);
    if (others.length === 0) throw noMembers();
    return this.insert({ title: title.trim(), pair: null }, others);
  }

  /** Finds the direct chat with this user or creates it. @throws 400 */
  async direct(userId: number): Promise<ChatRow> {
    const { companyId, actor } = this.context;
    if (userId === actor.userId) throw unknownMember();
    const pair = [actor.userId, userId].toSorted((a, b) => a - b).join(':');
    await this.db.lock('direct-chat', companyId, pair);
    const known = await this.db.em.findOne(Chat, { pair });
    return known ? this.get(known.id) : this.insert({ title: '', pair }, [userId]);
  }

  /** Changes title and members; the owner stays a member. @throws 404, 403 unless the caller is the owner, 400 */
  async update(key: ChatKey, { title, users }: Partial<ChatInput>): Promise<ChatRow> {
    const { companyId } = this.context;
    const chat = await this.owned(key);
    if (chat.direct) throw directNotEdited();
    const wanted = users && [...new Set([chat.ownerId, ...users])];
    if (wanted && wanted.length < 2) throw noMembers();
    const members = new Set(chat.users.map(({ userId }) => userId));
    const joined = wanted?.filter((id) => !members.has(id)) ?? [];
    const left = wanted ? [...members].filter((id) => !wanted.includes(id)) : [];
    if (title) await this.db.run(renameChat(companyId, chat.id, title.trim()));
    if (left.length > 0) await this.db.run(removeMembers(companyId, chat.id, left));
    await this.addMembers(chat.id, joined);
    this.events.emit(new ChatSaved({ companyId, chatId: chat.id, change: { joined, left } }));
    return this.get(chat.id);
  }

  /** Removes the chat with its messages and their files. @throws 404, 403 unless the caller is the owner */
  async remove(key: ChatKey): Promise<void> {
    const { id, users } = await this.owned(key);
    await this.delete([id]);
    this.events.emit(
      new ChatRemoved({ companyId: this.context.companyId, chatId: id, userIds: users.map(({ userId }) => userId) }),
    );
  }

  /** Marks all messages of the chat as read by the caller. @throws 404 */
  async markRead(key: ChatKey): Promise<ChatRow> {
    const { companyId, actor } = this.context;
    const id = await this.idOf(key);
    const read = await this.db.run(markChatRead(companyId, id, actor.userId));
    if (read > 0) this.events.emit(new ChatRead({ companyId, chatId: id, userId: actor.userId }));
    return this.read(id);
  }

  /**
   * Removes a user who is about to be deleted from all chats; their messages stay. The oldest member becomes the owner
   * of the user's chats, and chats without other members are deleted.
   */
  async removeUser(userId: number): Promise<void> {
    const { companyId } = this.context;
    await this.db.run(nameDirectChats(companyId, userId));
    const left = await this.db.rows(removeMemberships(companyId, userId));
    await this.delete(left.filter(({ others }) => others === 0).map(({ chatId }) => chatId));
    await this.db.run(passOwnership(companyId, userId));
    for (const { chatId, others } of left)
      if (others > 0) this.events.emit(new ChatSaved({ companyId, chatId, change: { joined: [], left: [userId] } }));
  }

  private async read(key: ChatKey, shown?: number): Promise<ChatRow> {
    const { companyId, actor } = this.context;
    const row = await this.db.row(chatOfMember(companyId, actor.userId, key, shown));
    if (!row) throw chatErrors.ERR_NO_CHAT_FOUND();
    return row;
  }

  private async insert(chat: Pick<Chat, 'title' | 'pair'>, others: readonly number[]): Promise<ChatRow> {
    const { companyId, actor } = this.context;
    const created = this.db.em.create(Chat, { ...chat, ownerId: actor.userId, lastMessage: '' });
    await this.db.em.flush();
    const { id } = created;
    const joined = [actor.userId, ...others];
    await this.addMembers(id, joined);
    this.events.emit(new ChatSaved({ companyId, chatId: id, change: { joined, left: [] } }));
    return this.get(id);
  }

  private async owned(key: ChatKey): Promise<ChatRow> {
    const chat = await this.get(key);
    if (chat.ownerId !== this.context.actor.userId) throw coreErrors.ERR_NO_PERMISSION();
    await this.db.rows(lockChat(this.context.companyId, chat.id));
    return this.get(chat.id);
  }

  /** @throws 400 for unknown or inactive users, or too many members */
  private async addMembers(chatId: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { companyId } = this.context;
    const added = await this.db.run(addMembers(companyId, chatId, ids));
    if (added !== ids.length) throw unknownMember();
    const { length } = await this.db.rows(memberIds(companyId, chatId));
    if (length > maxMembers) throw tooManyMembers();
  }

  private async delete(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { companyId } = this.context;
    const files = await this.db.rows(deleteMessagesOfChats(companyId, ids));
    await this.db.run(deleteChats(companyId, ids));
    await enqueueFileRemoval(
      this.jobs,
      files.flatMap(({ key }) => key ?? []),
    );
  }
}
