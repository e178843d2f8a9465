import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { offsetBy } from '../../../../core/database/statements.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../../../core/resource/page.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { Chat } from '../chat.entity.js';
import { type ChatInput, maxMembers } from '../chats.dto.js';
import { chatErrors, directNotEdited, noMembers, tooManyMembers, unknownMember } from '../chats.errors.js';
import { ChatRead, ChatRemoved, ChatSaved } from '../chats.events.js';
import type { ChatKey } from './chat-key.js';
import { activeUsersOf, type ChatRow, chatRows, chatsOf, memberIds, unreadChats, userOf } from './chats.queries.js';

const pageSize = 20;
const maxOffset = 20_000;

/** The chats of a user: nobody reads, or learns of, one that they are no member of. */
@Injectable()
export class ChatsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
  ) {}

  /** Those of the caller, the last written first. */
  async list(query: Query): Promise<Page<ChatRow>> {
    const { companyId, actor } = this.context;
    const offset = Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const from = chatsOf(companyId, actor.userId, textParam(query, 'searchParam'));
    const page = sql`select c.* ${from} order by c.last_message_at desc, c.id desc
      limit ${sql.lit(pageSize + 1)} ${offsetBy(offset)}`;
    const rows = await this.db.rows(chatRows(page, { readerId: actor.userId }));
    const hasMore = rows.length > pageSize;
    const complete = !hasMore && (rows.length > 0 || offset === 0);
    const counted = complete
      ? undefined
      : await this.db.row<{ count: number }>(
          sql`select count(*)::int as count from (select 1 ${from} limit ${sql.lit(countLimit + 1)}) x`,
        );
    return {
      rows: rows.slice(0, pageSize),
      hasMore,
      ...boundedCount(counted?.count ?? offset + rows.length),
    };
  }

  /** How many of the caller's chats have something unread. */
  async unread(): Promise<{ count: number }> {
    const { companyId, actor } = this.context;
    const row = await this.db.row(unreadChats(companyId, actor.userId));
    return { count: row?.count ?? 0 };
  }

  /** With all of its members. @throws 404 unless the caller is one of them */
  get(key: ChatKey): Promise<ChatRow> {
    return this.read(key, maxMembers);
  }

  /** @throws 404 unless the caller is a member */
  async idOf(key: ChatKey): Promise<number> {
    const row = await this.db.row<{ id: number }>(sql`select c.id ${this.own(key)}`);
    if (!row) throw chatErrors.ERR_NO_CHAT_FOUND();
    return row.id;
  }

  /** @throws 400 */
  async create({ title, users }: ChatInput): Promise<ChatRow> {
    const others = users.filter((id) => id !== this.context.actor.userId);
    if (others.length === 0) throw noMembers();
    return this.insert({ title: title.trim(), pair: null }, others);
  }

  /** The one with this user; a new one where there is none. @throws 400 */
  async direct(userId: number): Promise<ChatRow> {
    const { companyId, actor } = this.context;
    if (userId === actor.userId) throw unknownMember();
    const pair = [actor.userId, userId].toSorted((a, b) => a - b).join(':');
    await this.db.lock('direct-chat', companyId, pair);
    const known = await this.db.em.findOne(Chat, { pair });
    return known ? this.get(known.id) : this.insert({ title: '', pair }, [userId]);
  }

  /** Its owner stays a member. @throws 404, 403 for others than the owner, 400 */
  async update(key: ChatKey, { title, users }: Partial<ChatInput>): Promise<ChatRow> {
    const { companyId } = this.context;
    const chat = await this.owned(key);
    if (chat.direct) throw directNotEdited();
    const wanted = users && [...new Set([chat.ownerId, ...users])];
    if (wanted && wanted.length < 2) throw noMembers();
    const members = new Set(chat.users.map(({ userId }) => userId));
    const joined = wanted?.filter((id) => !members.has(id)) ?? [];
    const left = wanted ? [...members].filter((id) => !wanted.includes(id)) : [];
    if (title)
      await this.db.run(sql`update chats set title = ${title.trim()}, updated_at = now()
         where company_id = ${companyId} and id = ${chat.id}`);
    if (left.length > 0)
      await this.db.run(sql`delete from chat_users where company_id = ${companyId} and chat_id = ${chat.id}
         and user_id = any(${left}::bigint[])`);
    await this.addMembers(chat.id, joined);
    this.events.emit(new ChatSaved(companyId, chat.id, { joined, left }));
    return this.get(chat.id);
  }

  /** With its messages and their files. @throws 404, 403 for others than the owner */
  async remove(key: ChatKey): Promise<void> {
    const { id, users } = await this.owned(key);
    await this.delete([id]);
    this.events.emit(
      new ChatRemoved(
        this.context.companyId,
        id,
        users.map(({ userId }) => userId),
      ),
    );
  }

  /** The caller has read everything in it. @throws 404 */
  async markRead(key: ChatKey): Promise<ChatRow> {
    const { companyId, actor } = this.context;
    const id = await this.idOf(key);
    const read = await this.db.run(sql`update chat_users set last_read_message_id = m.id, updated_at = now()
       from (select coalesce(max(id), 0) as id from chat_messages where company_id = ${companyId} and chat_id = ${id}) m
       where company_id = ${companyId} and chat_id = ${id} and user_id = ${actor.userId}
         and last_read_message_id < m.id`);
    if (read > 0) this.events.emit(new ChatRead(companyId, id, actor.userId));
    return this.read(id);
  }

  /**
   * The user is about to be removed: they leave, their messages stay. The oldest member owns what they owned; a chat
   * without anybody else goes.
   */
  async removeUser(userId: number): Promise<void> {
    const { companyId } = this.context;
    const own = sql`select chat_id from chat_users where company_id = ${companyId} and user_id = ${userId}`;
    await this.db.run(sql`update chats c set title = p.name, updated_at = now() from (${userOf(companyId, userId)}) p
       where c.company_id = ${companyId} and c.id in (${own}) and c.pair is not null and c.title = ''`);
    const left = await this.db.rows<{ chatId: number; others: number }>(sql`
      with gone as (delete from chat_users where company_id = ${companyId} and user_id = ${userId} returning chat_id)
      select chat_id as "chatId", (select count(*)::int from chat_users u where u.company_id = ${companyId}
         and u.chat_id = gone.chat_id and u.user_id <> ${userId}) as others from gone`);
    await this.delete(left.filter(({ others }) => others === 0).map(({ chatId }) => chatId));
    await this.db.run(sql`update chats c set owner_id = (select u.user_id from chat_users u
         where u.company_id = c.company_id and u.chat_id = c.id order by u.id limit 1), updated_at = now()
       where c.company_id = ${companyId} and c.owner_id = ${userId}`);
    await this.db.run(sql`update chat_messages set sender_id = null
       where company_id = ${companyId} and sender_id = ${userId}`);
    for (const { chatId, others } of left)
      if (others > 0) this.events.emit(new ChatSaved(companyId, chatId, { joined: [], left: [userId] }));
  }

  private own(key: ChatKey): RawBuilder<unknown> {
    const { companyId, actor } = this.context;
    const which = typeof key === 'number' ? sql`c.id = ${key}` : sql`c.uuid = ${key}::uuid`;
    return sql`${chatsOf(companyId, actor.userId, '')} and ${which}`;
  }

  private async read(key: ChatKey, shown?: number): Promise<ChatRow> {
    const { userId: readerId } = this.context.actor;
    const row = await this.db.row(chatRows(sql`select c.* ${this.own(key)}`, { readerId, shown }));
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
    this.events.emit(new ChatSaved(companyId, id, { joined, left: [] }));
    return this.get(id);
  }

  private async owned(key: ChatKey): Promise<ChatRow> {
    const chat = await this.get(key);
    if (chat.ownerId !== this.context.actor.userId) throw coreErrors.ERR_NO_PERMISSION();
    await this.db.rows(
      sql`select 1 from chats where company_id = ${this.context.companyId} and id = ${chat.id} for update`,
    );
    return this.get(chat.id);
  }

  /** Newcomers have read what was written before. @throws 400 for unknown or inactive users, or too many */
  private async addMembers(chatId: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { companyId } = this.context;
    const added = await this.db.run(sql`
      insert into chat_users (company_id, chat_id, user_id, last_read_message_id)
      select ${companyId}::bigint, ${chatId}::bigint, p.id, (select coalesce(max(m.id), 0) from chat_messages m
        where m.company_id = ${companyId} and m.chat_id = ${chatId}) from (${activeUsersOf(companyId, ids)}) p`);
    if (added !== ids.length) throw unknownMember();
    const { length } = await this.db.rows(memberIds(companyId, chatId));
    if (length > maxMembers) throw tooManyMembers();
  }

  private async delete(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { companyId } = this.context;
    const files = await this.db.rows<{ key: string }>(sql`
      delete from chat_messages where company_id = ${companyId} and chat_id = any(${ids}::bigint[])
       returning media_key as key`);
    await this.db.run(sql`delete from chats where company_id = ${companyId} and id = any(${ids}::bigint[])`);
    await enqueueFileRemoval(
      this.jobs,
      files.flatMap(({ key }) => key ?? []),
    );
  }
}
