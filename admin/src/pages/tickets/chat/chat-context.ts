import { createContext, use } from 'react';
import type { Deeds } from '../message/deeds';
import type { Message } from '../model/types';

/** What a bubble may ask of the conversation it stands in. */
export interface ChatActions {
  readOnly: boolean;
  isGroup: boolean;
  /** The customer's name, for quotes of theirs. */
  contactName: string;
  /** undefined where nothing can be written. */
  reply: ((message: Message) => void) | undefined;
  goTo: (messageId: number) => void;
  /** undefined where the channel has no reactions. */
  react: ((message: Message, emoji: string | null) => void) | undefined;
  deeds: Deeds;
  retry: (message: Message) => void;
  discard: (message: Message) => void;
  /** Shows its picture, video or document large. */
  openMedia: (message: Message) => void;
  /** Words of a search that are to be marked in the message. */
  wordsIn: (messageId: number) => readonly string[] | undefined;
}

export const ChatContext = createContext<ChatActions | null>(null);

export function useChat(): ChatActions {
  const chat = use(ChatContext);
  if (!chat) throw new Error('useChat was used outside a conversation');
  return chat;
}
