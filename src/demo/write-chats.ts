import type { Db } from '../core/database/db.js';
import type { Storage } from '../core/storage/storage.js';
import { Chat, ChatMessage, ChatUser } from '../modules/conversations/chats/chat.entity.js';
import { FileList } from '../modules/conversations/files/file-list.entity.js';
import { FileListOption } from '../modules/conversations/files/file-list-option.entity.js';
import { storeFile } from './attachment.js';
import type { DemoCompany } from './demo-data.js';
import { type Ids, insertAll } from './insert-entities.js';

export interface ChatsOptions {
  readonly db: Db;
  readonly storage: Storage;
  readonly companyId: number;
  readonly data: DemoCompany;
  readonly users: Ids;
  readonly now: Date;
}

/** Chats of users and file lists. */
export async function writeChats({ db, storage, companyId, data, users, now }: ChatsOptions): Promise<void> {
  for (const { title, owner, members, messages } of data.chats) {
    const ids = [owner, ...members].map(users);
    const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
    const pair = title === '' ? ids.toSorted((a, b) => a - b).join(':') : null;
    const last = messages.at(-1);
    const chatRow = { companyId, title, pair, ownerId: users(owner), lastMessageAt: minutesAgo(last?.ago ?? 0) };
    const [chat] = await insertAll(db, Chat, [{ ...chatRow, lastMessage: last?.text ?? '' }]);
    const chatId = chat?.id ?? 0;
    const rows = messages.map(async ({ by, text, ago, attachment }) => {
      const at = minutesAgo(ago);
      const file = await storeFile(storage, companyId, attachment, at);
      const mediaType = attachment?.type ?? 'chat';
      return {
        companyId,
        chatId,
        senderId: users(by),
        message: text,
        mediaType,
        ...file,
        createdAt: at,
        updatedAt: at,
      };
    });
    const written = await insertAll(db, ChatMessage, await Promise.all(rows));
    // who wrote has read until there
    const read = (userId: number): number => written.findLast(({ senderId }) => senderId === userId)?.id ?? 0;
    const memberRows = ids.map((userId) => ({ companyId, chatId, userId, lastReadMessageId: read(userId) }));
    await insertAll(db, ChatUser, memberRows);
  }
  for (const { name, message, files } of data.fileLists) {
    const [list] = await insertAll(db, FileList, [{ companyId, name, message, userId: users(data.manager.key) }]);
    const rows = files.map(async (file, position) => {
      const stored = await storeFile(storage, companyId, file, now);
      return { companyId, fileListId: list?.id ?? 0, name: stored.mediaName ?? '', position, ...stored };
    });
    await insertAll(db, FileListOption, await Promise.all(rows));
  }
}
