import { useState } from 'react';
import { drafts } from '../data/drafts';
import { mentionedIn } from '../model/note';
import type { Named } from '../model/types';

const textKey = (ticketUuid: string) => `stream-note:${ticketUuid}`;
const mentionsKey = (ticketUuid: string) => `stream-note-named:${ticketUuid}`;

/** The half-written note of a conversation; never the draft of a message. */
export const noteDraft = { get: (ticketUuid: string) => drafts.get(textKey(ticketUuid)) };

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'name' in value &&
  typeof value.id === 'number' &&
  typeof value.name === 'string';

function storedMentions(ticketUuid: string): Named[] {
  const stored: unknown = JSON.parse(drafts.get(mentionsKey(ticketUuid)) || '[]');
  return Array.isArray(stored) ? stored.filter(isNamed) : [];
}

/** A note as it is being written, with the people chosen for it: kept in this browser at every stroke. */
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
    name: (person: Named) => choose([...mentionedIn(text, chosen), person]),
    mentions: () => mentionedIn(text, chosen).map(({ id }) => id),
  };
}
