import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useNotify } from 'react-admin';
import { api } from '../../providers/http';
import { queryClient, refetch } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import { useNotifyError } from '../../shared/error-text';
import { belongsToTimeline, type Note, type UserEvent, updateAuthor } from '../model/note';
import type { Ticket } from '../model/types';
import { get, postOnce } from './api';
import { queryKeys } from './cache';
import { newId } from './store-helpers';

const noNotes: Note[] = [];

/** The page size of the server. */
const NOTES_PAGE = 200;

/** Notes, newest first; `before` is the last note of the previous page. */
function fetchNotes(
  { id, contactId }: Pick<Ticket, 'id' | 'contactId'>,
  before?: number,
  signal?: AbortSignal,
): Promise<Note[]> {
  const params = { ticketId: String(id), contactId: String(contactId), before: before?.toString() };
  return get('/ticket-notes/list', params, signal);
}

/** The notes for a conversation, newest first; refetches as many pages as were loaded before. */
export function useNotes(ticket: Ticket) {
  const key = queryKeys.notes(ticket.id);
  return useQuery({
    queryKey: key,
    async queryFn({ signal }) {
      const known = queryClient.getQueryData<Note[]>(key)?.length ?? 0;
      let page = await fetchNotes(ticket, undefined, signal);
      const notes = [...page];
      while (page.length === NOTES_PAGE && notes.length < known) {
        page = await fetchNotes(ticket, page.at(-1)?.id, signal);
        notes.push(...page);
      }
      return notes;
    },
  });
}

/**
 * The notes of a conversation's timeline, newest first and live, back to its oldest loaded message. undefined until
 * loaded; empty after a failure, because messages do not wait for notes.
 */
export function useTimelineNotes(ticket: Ticket, oldest: string | undefined): Note[] | undefined {
  const { id, contactId, whatsappId } = ticket;
  const { data, failureCount } = useNotes(ticket);
  const requested = useRef<number | null>(null);
  const key = queryKeys.notes(id);
  // only the server knows who may read which note
  useSocketEvent('ticketNote', (event) => {
    const concerned = event.action === 'create' ? event.ticketNote.contactId : event.contactId;
    if (concerned === contactId) refetch(key);
  });
  // another conversation of the contact became visible or was removed together with its notes
  useSocketEvent('ticket', (event) => {
    if (event.action === 'update' && event.ticket.contactId === contactId && event.ticket.id !== id) refetch(key);
    if (event.action === 'delete' && data?.some((note) => note.ticketId === event.ticketId)) refetch(key);
  });
  const onUser = (event: UserEvent) =>
    queryClient.setQueryData<Note[]>(key, (known) => known && updateAuthor(known, event));
  useSocketEvent('presence', onUser);
  // this event also reports removed users
  useSocketEvent('user', onUser);
  const last = data?.at(-1);
  const mayHaveMore = data !== undefined && data.length > 0 && data.length % NOTES_PAGE === 0;
  const wanted = mayHaveMore && last && (oldest === undefined || oldest < last.createdAt) ? last.id : null;
  useEffect(() => {
    if (wanted === null || requested.current === wanted) return;
    requested.current = wanted;
    const append = (page: Note[]) =>
      queryClient.setQueryData<Note[]>(queryKeys.notes(id), (known) =>
        known?.at(-1)?.id === wanted && page.length > 0 ? [...known, ...page] : known,
      );
    fetchNotes({ id, contactId }, wanted).then(append, () => {
      // the next page of messages retries
      requested.current = null;
    });
  }, [id, contactId, wanted]);
  return useMemo(() => {
    if (!data) return failureCount > 0 ? noNotes : undefined;
    return data.filter((note) => belongsToTimeline(note, { id, whatsappId }));
  }, [data, failureCount, id, whatsappId]);
}

export function useNoteMutations({ id: ticketId, contactId }: Ticket) {
  const notify = useNotify();
  const notifyError = useNotifyError();
  const attempt = useRef<{ key: string; content: string } | null>(null);
  const handlers = (text: string) => ({
    onSuccess: () => notify(text, { type: 'success' }),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notes(ticketId) }),
  });
  const add = useMutation({
    async mutationFn({ text, mentions = [] }: { text: string; mentions?: number[] }) {
      const content = JSON.stringify([text, mentions]);
      if (attempt.current?.content !== content) attempt.current = { key: newId(), content };
      const body = { note: text, ticketId, contactId, mentions };
      const note = await postOnce<Note>('/ticket-notes', body, attempt.current.key);
      attempt.current = null;
      return note;
    },
    ...handlers('drawer.notes.added'),
  });
  const remove = useMutation({
    mutationFn: (id: number) => api(`/ticket-notes/${id}`, { method: 'DELETE' }),
    ...handlers('drawer.notes.removed'),
  });
  return { add, remove };
}
