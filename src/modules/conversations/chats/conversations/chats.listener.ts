import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Broadcast, type BroadcastResult, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { RoomJoin, rooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { UserRemoving } from '../../../people/users/users.events.js';
import { ChatMessageStored, ChatRead, ChatRemoved, ChatSaved } from '../chats.events.js';
import { chatKey } from './chat-key.js';
import type { ChatMessageRow } from './chat-messages.queries.js';
import { ChatMessagesService } from './chat-messages.service.js';
import { chatRoom } from './chat-typing.service.js';
import { type ChatRow, chatById, memberIds } from './chats.queries.js';
import { ChatsService } from './chats.service.js';

/** Payload of `company-{c}-chat` and `company-{c}-chat-{chatId}`. */
export type ChatEvent =
  | { action: 'new-message'; newMessage: ChatMessageRow & MembersOf; chat: ChatRow }
  | { action: 'update-message'; message: ChatMessageRow; chat: ChatRow }
  | { action: 'update'; chat: ChatRow }
  | { action: 'delete'; id: number };

/** Existing clients read from a new message whether it is for them. */
interface MembersOf {
  chat: { id: number; users: readonly { userId: number }[] };
}

/** Payload of `company-{c}-chat-user-{userId}`. */
export type ChatUserEvent = { action: 'create' | 'update'; record: ChatRow; userId: number };

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    chat: ChatEvent;
    /** Event name: `company-{c}-chat-user-{userId}` */
    'chat-user': ChatUserEvent;
  }
}

/**
 * Emits chats only to the members' own rooms, so that a removed member gets no events although their socket leaves no
 * room. A payload that is the same for all members is one emission to all rooms and is encoded once.
 */
@Injectable()
export class ChatsListener {
  constructor(
    private readonly db: Db,
    private readonly gateway: Gateway,
    private readonly chats: ChatsService,
    private readonly messages: ChatMessagesService,
  ) {}

  @Broadcast(ChatMessageStored)
  async messageStored({ companyId, chatId, messageId, action }: ChatMessageStored): Promise<Emission<ChatEvent>[]> {
    const chat = await this.read(companyId, chatId);
    const [message] = await this.messages.byIds([messageId]);
    if (!chat || !message) return [];
    return this.toMembers(chat, (shown) =>
      action === 'create'
        ? { action: 'new-message', newMessage: { ...message, ...membersOf(shown) }, chat: shown }
        : { action: 'update-message', message, chat: shown },
    );
  }

  /** Emits only to the reader's own tabs; other members get the new counter with the next event of the chat. */
  @Broadcast(ChatRead)
  async chatRead({ companyId, chatId, userId }: ChatRead): Promise<Emission<ChatEvent>[]> {
    const chat = await this.read(companyId, chatId, userId);
    return chat ? named(companyId, chatId, [rooms.user(companyId, userId)], { action: 'update', chat }) : [];
  }

  @Broadcast(ChatSaved)
  async saved({ companyId, chatId, change: { joined, left } }: ChatSaved): Promise<BroadcastResult> {
    const chat = await this.read(companyId, chatId);
    const gone = named(
      companyId,
      chatId,
      left.map((userId) => rooms.user(companyId, userId)),
      { action: 'delete', id: chatId },
    );
    if (!chat) return gone;
    const emissions = (await this.memberIds(companyId, chatId)).map(
      (userId): Emission<ChatUserEvent> => ({
        rooms: [rooms.user(companyId, userId)],
        ...companyEvent(
          companyId,
          'chat-user',
          { action: joined.includes(userId) ? 'create' : 'update', record: shownTo(chat, userId), userId },
          userId,
        ),
      }),
    );
    return async () => {
      if (left.length > 0) await this.gateway.recheckRoom(chatRoom(companyId, chatId));
      return [...gone, ...emissions];
    };
  }

  @Broadcast(ChatRemoved)
  async removed({ companyId, chatId, userIds }: ChatRemoved): Promise<Emission<ChatEvent>[]> {
    const to = userIds.map((userId) => rooms.user(companyId, userId));
    return named(companyId, chatId, to, { action: 'delete', id: chatId });
  }

  @InTransaction(UserRemoving)
  userRemoving({ userId }: UserRemoving): Promise<void> {
    return this.chats.removeUser(userId);
  }

  /** Joins the chat's room and so receives who is typing there. @param chat id or uuid of a chat of the actor */
  @RoomJoin('InternalChat', { shows: 'viewing' })
  async joinInternalChat({ companyId, features }: Actor, chat: unknown): Promise<string[]> {
    if (features['useInternalChat'] !== true) throw coreErrors.ERR_NO_PERMISSION();
    return [chatRoom(companyId, await this.chats.idOf(chatKey(String(chat))))];
  }

  /** Emits a direct chat once per member, as each of the two sees another title. */
  private async toMembers(chat: ChatRow, payload: (chat: ChatRow) => ChatEvent): Promise<Emission<ChatEvent>[]> {
    const { companyId } = this.db;
    const ids = await this.memberIds(companyId, chat.id);
    if (chat.direct)
      return ids.flatMap((id) => named(companyId, chat.id, [rooms.user(companyId, id)], payload(shownTo(chat, id))));
    const to = ids.map((id) => rooms.user(companyId, id));
    return named(companyId, chat.id, to, payload(chat));
  }

  private async memberIds(companyId: number, chatId: number): Promise<number[]> {
    return (await this.db.rows(memberIds(companyId, chatId))).map(({ userId }) => userId);
  }

  private read(companyId: number, chatId: number, readerId: number | null = null): Promise<ChatRow | undefined> {
    return this.db.row(chatById(companyId, chatId, readerId));
  }
}

const membersOf = ({ id, users }: ChatRow): MembersOf => ({
  chat: { id, users: users.map(({ userId }) => ({ userId })) },
});

function shownTo(chat: ChatRow, readerId: number): ChatRow {
  const other = chat.users.find(({ userId }) => userId !== readerId);
  return chat.direct && chat.title === '' ? { ...chat, title: other?.user.name ?? '' } : chat;
}

/** Existing clients listen to both event names: lists to the first, the open chat to the second. */
const named = (companyId: number, chatId: number, to: string[], payload: ChatEvent): Emission<ChatEvent>[] =>
  [companyEvent(companyId, 'chat', payload), companyEvent(companyId, 'chat', payload, chatId)].map((event) => ({
    rooms: to,
    ...event,
  }));
