import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { MessageHistory } from '../../data/use-messages';
import type { SearchHit } from '../../data/use-search-hits';
import type { Note } from '../../model/note';
import type { TimelineRow } from '../../model/timeline-rows';
import type { MessageListHandle } from './use-message-scroll';

/** One of the ids is null. */
export type MessageTarget = SearchHit;

function numberIn(state: unknown, name: 'messageId' | 'noteId'): number | null {
  const value = (state as Record<string, unknown> | null)?.[name];
  return typeof value === 'number' ? value : null;
}

/** The message that the link to this conversation names, as that of a search hit; every navigation is a new object. */
export function useLinkedMessage(): MessageTarget | null {
  const location = useLocation();
  return useMemo(() => {
    const messageId = numberIn(location.state, 'messageId');
    return messageId === null ? null : { messageId, noteId: null };
  }, [location]);
}

const HIGHLIGHT_MS = 1600;

/** Scrolls to a message, loading back to it if needed, and highlights it for a moment. */
export function useScrollToMessage(
  rows: readonly TimelineRow[],
  list: RefObject<MessageListHandle | null>,
  loadUntil: MessageHistory['loadUntil'],
) {
  const notify = useNotify();
  const [wanted, setWanted] = useState<number | null>(null);
  const [highlightedKey, setHighlightedKey] = useState<string | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const center = useEffectEvent((key: string) => {
    const index = rows.findIndex((row) => row.key === key);
    if (index !== -1) list.current?.center(index);
  });
  function highlight(row: TimelineRow | undefined): boolean {
    if (!row) return false;
    center(row.key);
    setHighlightedKey(row.key);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHighlightedKey(null), HIGHLIGHT_MS);
    return true;
  }
  const rowOf = (messageId: number) => rows.find((row) => row.kind === 'message' && row.message.id === messageId);
  const showMessage = useEffectEvent((messageId: number) => {
    if (highlight(rowOf(messageId))) setWanted(null);
  });
  // rows that were loaded for it are rendered only afterwards
  useEffect(() => {
    if (wanted !== null && rows.length > 0) showMessage(wanted);
  }, [wanted, rows]);

  const search = useEffectEvent(async (messageId: number) => {
    const loaded = rowOf(messageId) !== undefined;
    if (!loaded) notify('workspace.chat.searching_original', { type: 'info' });
    if (loaded || (await loadUntil(messageId))) setWanted(messageId);
    else notify('workspace.chat.original_missing', { type: 'warning' });
  });
  const [target, setTarget] = useState<{ messageId: number } | null>(null);
  useEffect(() => {
    if (target) void search(target.messageId);
  }, [target]);
  return {
    highlightedKey,
    goTo: useCallback((messageId: number) => setTarget({ messageId }), []),
    /** Any row by its key; false if it is not loaded. */
    show: (key: string) => highlight(rows.find((row) => row.key === key)),
  };
}

const MAX_NOTE_PAGES = 50;

interface LinkedNote {
  readonly rows: readonly TimelineRow[];
  readonly notes: readonly Note[] | null;
  readonly history: MessageHistory;
  readonly show: (key: string) => boolean;
  readonly target: MessageTarget | null;
}

/**
 * Scrolls to the note of the target, or that the link to this conversation names, as that of a mention. `notes` null:
 * read-only, no scrolling.
 */
export function useLinkedNote({ rows, notes, history, show, target }: LinkedNote): void {
  const { state, loadingOlder, loadOlder } = history;
  const location = useLocation();
  const [wanted, setWanted] = useState<{ id: number; pages: number } | null>(null);
  useEffect(() => {
    const id = numberIn(location.state, 'noteId');
    if (id !== null) setWanted({ id, pages: 0 });
  }, [location]);
  useEffect(() => {
    if (target) setWanted(target.noteId === null ? null : { id: target.noteId, pages: 0 });
  }, [target]);
  const hasMore = state?.hasMore ?? false;
  const step = useEffectEvent(() => {
    if (!wanted) return;
    const isKnown = notes?.some(({ id }) => id === wanted.id) ?? false;
    // older notes are loaded with older messages; any other that is not known yet may still arrive
    const isOlder = wanted.id < (notes?.at(-1)?.id ?? 0);
    if (!isKnown && !(isOlder && hasMore)) return;
    if (show(`note-${wanted.id}`) || !hasMore || wanted.pages === MAX_NOTE_PAGES) return setWanted(null);
    setWanted({ ...wanted, pages: wanted.pages + 1 });
    loadOlder();
  });
  useEffect(() => {
    if (wanted && rows.length > 0 && !loadingOlder) step();
  }, [wanted, rows, loadingOlder]);
}
