import { useState } from 'react';
import { drafts } from '../data/drafts';
import { mentionedIn } from '../model/note';
import type { Named } from '../model/types';

const textKey = (ticketUuid: string) => `stream-note:${ticketUuid}`;
const mentionsKey = (ticketUuid: string) => `stream-note-named:${ticketUuid}`;

export const noteDraft = { get: (ticketUuid: string) => drafts.get(textKey(ticketUuid)) };

function isNamed(value: unknown): value is Named {
  const { id, name } = (value ?? {}) as Partial<Named>;
  return typeof id === 'number' && typeof name === 'string';
}

function storedMentions(ticketUuid: string): Named[] {
  const stored: unknown = JSON.parse(drafts.get(mentionsKey(ticketUuid)) || '[]');
  return Array.isArray(stored) ? stored.filter(isNamed) : [];
}

/** The unsent note of a conversation with the people chosen for it, stored in this browser at every keystroke. */
export function useNoteDraft(ticketUuid: string) {
  const [text, setText] = useState(() => noteDraft.get(ticketUuid));
  const [chosen, setChosen] = useState(() => storedMentions(ticketUuid));
  const write = (next: string) => {
    setText(next);
    drafts.set(textKey(ticketUuid), next);
    if (next === '') choose([]);
  };
  function choose(people: Named[]) {
    setChosen(people);
    drafts.set(mentionsKey(ticketUuid), people.length > 0 ? JSON.stringify(people) : '');
  }
  return {
    text,
    write,
    addMention: (person: Named) => choose([...mentionedIn(text, chosen), person]),
    mentionedIds: () => mentionedIn(text, chosen).map(({ id }) => id),
  };
}
