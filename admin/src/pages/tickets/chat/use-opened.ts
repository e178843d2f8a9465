import { useState } from 'react';
import { firstUnread, type MessageListState } from '../model/message-list';

export interface Opened {
  dividerId: number | null;
  unread: number;
}

/** What was unread when the conversation was opened; frozen, so that reading does not move the divider. null until known. */
export function useOpened(state: MessageListState | undefined, unread: number): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened || !state) return opened;
  const first = { dividerId: firstUnread(state.messages, unread), unread };
  setOpened(first);
  return first;
}
