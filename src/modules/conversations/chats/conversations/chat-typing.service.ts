import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { RoomPresence } from '../../../../core/realtime/room-presence.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';

/** Room of the sockets that have the chat open. */
export const chatRoom = (companyId: number, chatId: number): string => `c${companyId}:chat${chatId}`;

const chatIdOf = (companyId: number, room: string): number | undefined => {
  const [, id] = new RegExp(`^c${companyId}:chat(\\d+)$`).exec(room) ?? [];
  return id === undefined ? undefined : Number(id);
};

/** Payload of `company-{c}-chatTyping`: all users who are typing in the chat, sent to those who have it open. */
export interface ChatTypingEvent {
  readonly chatId: number;
  readonly users: readonly { readonly id: number; readonly name: string }[];
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    chatTyping: ChatTypingEvent;
  }
}

/** Broadcasts only who types. Opening and closing is not sent: a chat of 1000 members would cause a million events. */
@Injectable()
export class ChatTypingService implements OnApplicationBootstrap {
  private readonly typing = new Set<string>();

  constructor(
    private readonly gateway: Gateway,
    private readonly presence: RoomPresence,
  ) {}

  onApplicationBootstrap(): void {
    this.presence.onChange((companyId, room) => {
      const chatId = chatIdOf(companyId, room);
      if (chatId === undefined) return;
      const users = this.presence
        .viewersIn(companyId, room)
        .filter(({ typing }) => typing)
        .map(({ userId, name }) => ({ id: userId, name }));
      // nobody was typing before either: there is no change to publish
      if (users.length === 0 && !this.typing.delete(room)) return;
      if (users.length > 0) this.typing.add(room);
      this.gateway.publish({ rooms: [room], ...companyEvent(companyId, 'chatTyping', { chatId, users }) });
    });
  }
}
