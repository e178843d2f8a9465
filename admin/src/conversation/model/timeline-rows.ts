import { isAutomatic, isSigned } from './message-content';
import type { Note } from './note';
import type { Message } from './types';

/**
 * What stands in the stream with what is around it. Nothing here depends on messages that are not loaded yet: rows keep their
 * height when older ones come, so that the page does not jump.
 */
interface RowPosition {
  key: string;
  /** The very first row of the conversation: its day stands above it. */
  day: string | null;
  /** The next row is of another day, whose pill stands below this one. */
  nextDay: string | null;
}

/** A message and how its bubble joins its neighbours. */
export interface MessageRow extends RowPosition {
  kind: 'message';
  message: Message;
  /** Whether the divider of unread messages stands above. */
  divider: boolean;
  /** Last of a run of one side: its bubble has the tail. */
  tail: boolean;
  /** Where a run begins: who wrote it, in a group or of the colleagues. */
  author: string | null;
  /** Where a run of texts begins that the system sent by itself. */
  automatic: boolean;
}

/** What attendants noted at that time. */
export interface NoteRow extends RowPosition {
  kind: 'note';
  note: Note;
}

export type TimelineRow = MessageRow | NoteRow;

type Item = { message: Message; note?: undefined } | { note: Note; message?: undefined };

const createdAt = ({ message, note }: Item) => (message ?? note).createdAt;
const dayOf = (item: Item) => new Date(createdAt(item)).toDateString();

export const rowCreatedAt = (row: TimelineRow) => (row.kind === 'note' ? row.note : row.message).createdAt;

const customer = ({ participant, contact }: Message) => participant ?? contact?.name ?? '-';

interface RowOptions {
  viewerId: number;
  dividerId: number | null;
  isGroup: boolean;
  /** Whether the conversation is loaded from its very beginning. */
  complete: boolean;
  /** Newest first. */
  notes?: readonly Note[];
}

/** Each note behind the last message that is not newer; what is older than everything loaded comes with its messages. */
function interleaveNotes(messages: readonly Message[], notes: readonly Note[], complete: boolean): Item[] {
  if (notes.length === 0) return messages.map((message) => ({ message }));
  const items: Item[] = [];
  let next = 0;
  for (const message of messages.toReversed()) {
    for (let note = notes[next]; note && note.createdAt >= message.createdAt; note = notes[next]) {
      items.push({ note });
      next += 1;
    }
    items.push({ message });
  }
  if (complete) items.push(...notes.slice(next).map((note) => ({ note })));
  return items.reverse();
}

export function buildRows(
  messages: readonly Message[],
  { viewerId, dividerId, isGroup, complete, notes = [] }: RowOptions,
): TimelineRow[] {
  const userOf = ({ id, user }: Message) => (id < 0 ? viewerId : user?.id);
  const writer = (message: Message) =>
    message.fromMe ? `${userOf(message)} ${isAutomatic(message)}` : customer(message);
  const authorOf = (message: Message) => {
    if (!message.fromMe) return isGroup ? customer(message) : null;
    const { user } = message;
    return user && user.id !== viewerId && !isSigned(message) ? user.name : null;
  };
  const joins = (one: Item, next: Item) =>
    one.message !== undefined &&
    next.message !== undefined &&
    dayOf(one) === dayOf(next) &&
    next.message.id !== dividerId &&
    one.message.fromMe === next.message.fromMe &&
    writer(one.message) === writer(next.message);
  const items = interleaveNotes(messages, notes, complete);
  return items.map((item, index) => {
    const before = items[index - 1];
    const after = items[index + 1];
    const day = !before && complete ? createdAt(item) : null;
    const nextDay = after && dayOf(after) !== dayOf(item) ? createdAt(after) : null;
    if (item.note) return { kind: 'note', note: item.note, key: `note-${item.note.id}`, day, nextDay };
    const { message } = item;
    const starts = before ? !joins(before, item) : complete;
    return {
      kind: 'message',
      message,
      key: message.clientMessageId ?? String(message.id),
      day,
      nextDay,
      divider: message.id === dividerId,
      tail: !after || !joins(item, after),
      author: starts ? authorOf(message) : null,
      automatic: starts && isAutomatic(message),
    };
  });
}
