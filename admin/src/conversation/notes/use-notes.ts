import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useNotify } from 'react-admin';
import { useSocketEvent } from '../../providers/realtime';
import { errorText } from '../../shared/error-text';
import { addNote, deleteNote, fetchNotes, NOTES_PAGE } from '../data/api';
import { newId } from '../data/browser';
import { queryKeys } from '../data/query-keys';
import { belongsToTimeline, contactIdOf, type Note, type UserEvent, updateAuthor } from '../model/note';
import type { Ticket } from '../model/types';

const none: Note[] = [];

/** The notes that are read with a conversation, newest first, as far back as anybody has gone. */
export function useNotes({ id: ticketId, contactId }: Ticket) {
  const client = useQueryClient();
  const key = queryKeys.notes(ticketId);
  const place = { ticketId, contactId };
  return useQuery({
    queryKey: key,
    async queryFn({ signal }) {
      const known = client.getQueryData<Note[]>(key)?.length ?? 0;
      let page = await fetchNotes(place, undefined, signal);
      const notes = [...page];
      while (page.length === NOTES_PAGE && notes.length < known) {
        page = await fetchNotes(place, page.at(-1)?.id, signal);
        notes.push(...page);
      }
      return notes;
    },
  });
}

/** Keeps the notes as the server would tell them: who may read which of them is only its to say, so they are asked for. */
function useLiveNotes({ id, contactId }: Ticket, notes: readonly Note[] | undefined) {
  const client = useQueryClient();
  const key = queryKeys.notes(id);
  const refresh = () => void client.invalidateQueries({ queryKey: key });
  useSocketEvent('ticketNote', (event) => {
    if (contactIdOf(event) === contactId) refresh();
  });
  // Another conversation of the contact came into view or left it, with its notes.
  useSocketEvent('ticket', (event) => {
    if (event.action === 'update' && event.ticket.contactId === contactId && event.ticket.id !== id) refresh();
    if (event.action === 'delete' && notes?.some((note) => note.ticketId === event.ticketId)) refresh();
  });
  const follow = (event: UserEvent) => client.setQueryData<Note[]>(key, (known) => known && updateAuthor(known, event));
  useSocketEvent('presence', follow);
  // tells of removed colleagues
  useSocketEvent('user', follow);
}

/**
 * The notes of a conversation's stream, newest first and kept in step, back to the oldest message that is loaded. undefined until
 * they are known; none where they cannot be had, for messages do not wait for them.
 */
export function useTimelineNotes(ticket: Ticket, oldest: string | undefined): Note[] | undefined {
  const client = useQueryClient();
  const { id: ticketId, contactId } = ticket;
  const { data, failureCount } = useNotes(ticket);
  const asked = useRef<number | null>(null);
  useLiveNotes(ticket, data);
  const last = data?.at(-1);
  const full = data !== undefined && data.length > 0 && data.length % NOTES_PAGE === 0;
  const wanted = full && last && (oldest === undefined || oldest < last.createdAt) ? last.id : null;
  useEffect(() => {
    if (wanted === null || asked.current === wanted) return;
    asked.current = wanted;
    const append = (page: Note[]) =>
      client.setQueryData<Note[]>(queryKeys.notes(ticketId), (known) =>
        known?.at(-1)?.id === wanted && page.length > 0 ? [...known, ...page] : known,
      );
    fetchNotes({ ticketId, contactId }, wanted).then(append, () => {
      // asked again with the next page of messages
      asked.current = null;
    });
  }, [client, ticketId, contactId, wanted]);
  const { whatsappId } = ticket;
  return useMemo(() => {
    if (!data) return failureCount > 0 ? none : undefined;
    return data.filter((note) => belongsToTimeline(note, { id: ticketId, whatsappId }));
  }, [data, failureCount, ticketId, whatsappId]);
}

/** What is done with notes. */
export function useNoteMutations({ id: ticketId, contactId }: Ticket) {
  const client = useQueryClient();
  const notify = useNotify();
  const attempt = useRef<{ key: string; text: string } | null>(null);
  const done = (text: string) => ({
    onSuccess: () => notify(text, { type: 'success' }),
    onError: (error: unknown) => notify(errorText(error), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notes(ticketId) }),
  });
  const add = useMutation({
    async mutationFn({ text, mentions = [] }: { text: string; mentions?: number[] }) {
      const same = JSON.stringify([text, mentions]);
      if (attempt.current?.text !== same) attempt.current = { key: newId(), text: same };
      const note = await addNote(text, { ticketId, contactId }, mentions, attempt.current.key);
      attempt.current = null;
      return note;
    },
    ...done('drawer.notes.added'),
  });
  const remove = useMutation({ mutationFn: deleteNote, ...done('drawer.notes.removed') });
  return { add, remove };
}
