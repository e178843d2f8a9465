import { createContext, use } from 'react';
import type { MessageActions } from '../../data/use-message-actions';
import type { ConversationKey, Message, Ticket } from '../../model/types';

export interface ConversationContextValue {
  conversation: ConversationKey;
  /** null: an internal chat. */
  ticket: Ticket | null;
  readOnly: boolean;
  contactName: string;
  /** undefined where nothing can be written. */
  reply: ((message: Message) => void) | undefined;
  goTo: (messageId: number) => void;
  /** undefined where the channel has no reactions. */
  react: ((message: Message, emoji: string | null) => void) | undefined;
  messageActions: MessageActions;
  retry: (message: Message) => void;
  discard: (message: Message) => void;
  openMedia: (message: Message) => void;
  searchTermsOf: (messageId: number) => readonly string[] | undefined;
  noteTermsOf: (noteId: number) => readonly string[] | undefined;
}

export const ConversationContext = createContext<ConversationContextValue | null>(null);

export function useConversation(): ConversationContextValue {
  const conversation = use(ConversationContext);
  if (!conversation) throw new Error('useConversation was used outside a conversation');
  return conversation;
}
