import type { Message } from './types';

/**
 * A message with what stands around it and how its bubble joins its neighbours. Nothing here depends on messages that are not
 * loaded yet: rows keep their height when older ones come, so that the page does not jump.
 */
export interface MessageRow {
  message: Message;
  key: string;
  /** The very first message of the conversation: its day stands above it. */
  day: string | null;
  /** The next message is of another day, whose pill stands below this one. */
  nextDay: string | null;
  /** Whether the divider of unread messages stands above. */
  divider: boolean;
  /** Last of a run of one side: its bubble has the tail. */
  tail: boolean;
  /** In a group: who wrote it, where a run of theirs begins. */
  author: string | null;
}

const dayOf = (message: Message) => new Date(message.createdAt).toDateString();

const writer = (message: Message) => (message.fromMe ? '' : (message.participant ?? message.contact?.name ?? '-'));

interface Around {
  dividerId: number | null;
  isGroup: boolean;
  /** Whether the conversation is loaded from its very beginning. */
  complete: boolean;
}

export function rowsOf(messages: readonly Message[], { dividerId, isGroup, complete }: Around): MessageRow[] {
  const joins = (one: Message, next: Message) =>
    dayOf(one) === dayOf(next) && next.id !== dividerId && writer(one) === writer(next);
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    const starts = before ? !joins(before, message) : complete;
    return {
      message,
      key: message.clientMessageId ?? String(message.id),
      day: !before && complete ? message.createdAt : null,
      nextDay: after && dayOf(after) !== dayOf(message) ? after.createdAt : null,
      divider: message.id === dividerId,
      tail: !after || !joins(message, after),
      author: isGroup && !message.fromMe && starts ? (message.contact?.name ?? message.participant) : null,
    };
  });
}
