import { createContext, use } from 'react';
import type { Message } from '../model/types';
import type { MessageActions } from './message-actions';

/** What a bubble may ask of the conversation it stands in. */
export interface ConversationContextValue {
  readOnly: boolean;
  isGroup: boolean;
  /** The customer's name, for quotes of theirs. */
  contactName: string;
  /** undefined where nothing can be written. */
  reply: ((message: Message) => void) | undefined;
  goTo: (messageId: number) => void;
  /** undefined where the channel has no reactions. */
  react: ((message: Message, emoji: string | null) => void) | undefined;
  messageActions: MessageActions;
  retry: (message: Message) => void;
  discard: (message: Message) => void;
  /** Shows its picture, video or document large. */
  openMedia: (message: Message) => void;
  /** Words of a search that are to be marked in the message. */
  searchTermsOf: (messageId: number) => readonly string[] | undefined;
}

export const ConversationContext = createContext<ConversationContextValue | null>(null);

export function useConversation(): ConversationContextValue {
  const chat = use(ConversationContext);
  if (!chat) throw new Error('useChat was used outside a conversation');
  return chat;
}
