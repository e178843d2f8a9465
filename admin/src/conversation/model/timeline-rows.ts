import { isAutomatic, isSigned, messageKey, signatureOf } from './message-content';
import type { Note } from './note';
import type { Message } from './types';

/** Depends only on loaded messages, so that rows keep their height when older ones are prepended. */
interface RowPosition {
  key: string;
  /** Set on the first row only: its day is shown above it. */
  day: string | null;
  /** The day of the next row, if it differs: shown below this one. */
  nextDay: string | null;
}

export interface MessageRow extends RowPosition {
  kind: 'message';
  message: Message;
  divider: boolean;
  /** The last of consecutive messages of one side. */
  tail: boolean;
  /** Set on the first of consecutive messages in a group or of a colleague. */
  author: string | null;
  /** true on the first of consecutive automatic messages. */
  automatic: boolean;
  /** Whether the bubble above has the same signature, so that it is not repeated. */
  signedAbove: boolean;
}

interface NoteRow extends RowPosition {
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
  /** true if the conversation is loaded from its beginning. */
  complete: boolean;
  /** Notes, newest first. */
  notes?: readonly Note[];
}

/** Places each note after the last message that is not newer; omits notes older than all loaded messages. */
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
    const signature = signatureOf(message);
    const starts = before ? !joins(before, item) : complete;
    return {
      kind: 'message',
      message,
      key: messageKey(message),
      day,
      nextDay,
      divider: message.id === dividerId,
      tail: !after || !joins(item, after),
      author: starts ? authorOf(message) : null,
      automatic: starts && isAutomatic(message),
      signedAbove:
        !starts && signature !== '' && before?.message !== undefined && signatureOf(before.message) === signature,
    };
  });
}
