import { useState } from 'react';
import { drafts } from '../data/drafts';

/** The text being written in a conversation, kept at every stroke. */
export function useDraft(ticketUuid: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(ticketUuid));
  const write = (next: string) => {
    setText(next);
    drafts.set(ticketUuid, next);
  };
  return [text, write];
}
