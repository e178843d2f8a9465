import type { Schemas } from '../../providers/api-types';
import type { Named, Ticket } from './types';

export type Note = Schemas['TicketNoteRow'];
export type UserEvent = { action: string; user?: Partial<Named>; userId?: number };

const MIN = 2;
const MAX = 4096;

/** Returns the key of the error text; null if valid. */
export function noteError(text: string): 'required' | 'too_short' | 'too_long' | null {
  const { length } = text.trim();
  if (length === 0) return 'required';
  if (length < MIN) return 'too_short';
  return length > MAX ? 'too_long' : null;
}

/** Applies a changed name or the deletion of an author. */
export function updateAuthor(notes: Note[], event: UserEvent): Note[] {
  const { name } = event.user ?? {};
  const id = event.user?.id ?? event.userId;
  const gone = event.action === 'delete';
  const concerned = (note: Note) =>
    note.user !== null && note.user.id === id && (gone || (name && name !== note.user.name));
  if (!notes.some(concerned)) return notes;
  return notes.map((note) =>
    concerned(note) ? { ...note, user: gone || !note.user || !name ? null : { ...note.user, name } } : note,
  );
}

/** Notes of the conversation and of earlier ones over the same connection. */
export const belongsToTimeline = (note: Note, { id, whatsappId }: Pick<Ticket, 'id' | 'whatsappId'>): boolean =>
  note.ticketId === id || (note.whatsappId === whatsappId && note.ticketId < id);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Splits a text at its mentions; each mention includes the @. */
export function noteParts(text: string, mentions: readonly Named[]): { text: string; mention: boolean }[] {
  if (mentions.length === 0) return [{ text, mention: false }];
  // longer names come first, so that 'Ana Lima' matches before 'Ana'
  const names = mentions.map(({ name }) => escaped(name)).sort((a, b) => b.length - a.length);
  return text
    .split(new RegExp(`(@(?:${names.join('|')})(?![\\p{L}\\p{N}]))`, 'u'))
    .map((piece, index) => ({ text: piece, mention: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** The chosen people who are still mentioned. */
export function mentionedIn(text: string, chosen: readonly Named[]): Named[] {
  const once = new Map(chosen.map((person) => [person.id, person]));
  return [...once.values()].filter((person) => noteParts(text, [person]).some(({ mention }) => mention));
}

/** The text after an @ before the caret, and the position of the @. */
export function mentionAt(text: string, caret: number): { term: string; from: number } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]{0,30})$/u.exec(text.slice(0, caret));
  const term = found?.[1];
  return term === undefined ? null : { term, from: caret - term.length - 1 };
}
