import { api } from '../../../providers/http';
import type { Note } from '../model/note';
import type { Named } from '../model/types';

interface Place {
  ticketId: number;
  contactId: number;
}

/** How many the server tells at once. */
export const NOTES_PAGE = 200;

/** Newest first; `before` a note, the page that follows it. */
export function fetchNotes({ ticketId, contactId }: Place, before?: number, signal?: AbortSignal): Promise<Note[]> {
  const from = before === undefined ? '' : `&before=${before}`;
  return api(`/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}${from}`, { signal });
}

/** The key makes it one note, however often it is tried. */
export function addNote(note: string, { ticketId, contactId }: Place, mentions: number[], key: string): Promise<Note> {
  const headers = { 'Idempotency-Key': key };
  return api('/ticket-notes', { method: 'POST', body: { note, ticketId, contactId, mentions }, headers });
}

export function deleteNote(id: number): Promise<unknown> {
  return api(`/ticket-notes/${id}`, { method: 'DELETE' });
}

/** Colleagues who may be named in a note there, a few of them. */
export function fetchReaders(ticketId: number, term: string, signal?: AbortSignal): Promise<Named[]> {
  return api(`/ticket-notes/readers?ticketId=${ticketId}&searchParam=${encodeURIComponent(term)}`, { signal });
}
