import type { Message } from './types';

/** A message with what stands above it and how its bubble joins its neighbours. */
export interface MessageRow {
  message: Message;
  key: string;
  /** Start of the day whose pill stands above, as a date; null when the day goes on. */
  day: string | null;
  /** Whether the divider of unread messages stands above. */
  divider: boolean;
  /** Last of a run of one side: its bubble has the tail. */
  tail: boolean;
  /** In a group: who wrote it, where a run of theirs begins. */
  author: string | null;
}

const dayOf = (message: Message) => new Date(message.createdAt).toDateString();

const writer = (message: Message) => (message.fromMe ? '' : (message.participant ?? message.contact?.name ?? '-'));

export function rowsOf(messages: readonly Message[], dividerId: number | null, isGroup: boolean): MessageRow[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const day = !before || dayOf(before) !== dayOf(message) ? message.createdAt : null;
    const divider = message.id === dividerId;
    const starts = !before || day !== null || divider || writer(before) !== writer(message);
    const ends =
      !after || dayOf(after) !== dayOf(message) || after.id === dividerId || writer(after) !== writer(message);
    return {
      message,
      key: message.clientMessageId ?? String(message.id),
      day,
      divider,
      tail: ends,
      author: isGroup && !message.fromMe && starts ? (message.contact?.name ?? message.participant) : null,
    };
  });
}
