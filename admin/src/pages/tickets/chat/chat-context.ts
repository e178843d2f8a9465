import { createContext, use } from 'react';
import type { Message } from '../model/types';

/** What a bubble may ask of the conversation it stands in. */
export interface ChatActions {
  readOnly: boolean;
  isGroup: boolean;
  /** The customer's name, for quotes of theirs. */
  contactName: string;
  reply: (message: Message) => void;
  goTo: (messageId: number) => void;
  /** undefined where the channel has no reactions. */
  react: ((message: Message, emoji: string | null) => void) | undefined;
  retry: (message: Message) => void;
  discard: (message: Message) => void;
  openImage: (message: Message) => void;
}

export const ChatContext = createContext<ChatActions | null>(null);

export function useChat(): ChatActions {
  const chat = use(ChatContext);
  if (!chat) throw new Error('useChat was used outside a conversation');
  return chat;
}
