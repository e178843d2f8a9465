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

/** `company-{c}-chatTyping`: all who type in it now, to whoever has it open. */
export interface ChatTypingEvent {
  readonly chatId: number;
  readonly users: readonly { readonly id: number; readonly name: string }[];
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    chatTyping: ChatTypingEvent;
  }
}

/** Only typing is broadcast: in a chat of a thousand, who opens and closes it would be a million events. */
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
      // nobody typed, and nobody does
      if (users.length === 0 && !this.typing.delete(room)) return;
      if (users.length > 0) this.typing.add(room);
      this.gateway.publish({ rooms: [room], ...companyEvent(companyId, 'chatTyping', { chatId, users }) });
    });
  }
}
