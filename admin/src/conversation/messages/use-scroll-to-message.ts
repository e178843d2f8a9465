import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { MessageHistory } from '../data/use-messages';
import type { Note } from '../model/note';
import type { TimelineRow } from '../model/timeline-rows';
import type { MessageListHandle } from './use-message-scroll';

/** The message that the link to this conversation was for, as a search finds it; every click is another one. */
export function useLinkedMessage(): { messageId: number } | null {
  const location = useLocation();
  return useMemo(() => {
    const state: unknown = location.state;
    const asked = typeof state === 'object' && state !== null && 'messageId' in state ? state.messageId : null;
    return typeof asked === 'number' ? { messageId: asked } : null;
  }, [location]);
}

const HIGHLIGHT_MS = 1600;

/** Scrolls to a message, loading back to it if needed, and lights it up for a moment. */
export function useScrollToMessage(
  rows: readonly TimelineRow[],
  list: RefObject<MessageListHandle | null>,
  reach: (messageId: number) => Promise<boolean>,
): { litKey: string | null; goTo: (messageId: number) => void; show: (key: string) => boolean } {
  const notify = useNotify();
  const [wanted, setWanted] = useState<number | null>(null);
  const [litKey, setLitKey] = useState<string | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const centre = useEffectEvent((key: string) => {
    const index = rows.findIndex((row) => row.key === key);
    if (index !== -1) list.current?.centre(index);
  });
  function light(row: TimelineRow | undefined): boolean {
    if (!row) return false;
    const { key } = row;
    centre(key);
    setLitKey(key);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setLitKey(null), HIGHLIGHT_MS);
    return true;
  }
  const rowOf = (messageId: number) => rows.find((row) => row.kind === 'message' && row.message.id === messageId);
  const showMessage = useEffectEvent((messageId: number) => {
    if (light(rowOf(messageId))) setWanted(null);
  });
  // The rows that were loaded for it are rendered only afterwards.
  useEffect(() => {
    if (wanted !== null && rows.length > 0) showMessage(wanted);
  }, [wanted, rows]);

  const search = useEffectEvent(async (messageId: number) => {
    const loaded = rowOf(messageId) !== undefined;
    if (!loaded) notify('workspace.chat.searching_original', { type: 'info' });
    if (loaded || (await reach(messageId))) setWanted(messageId);
    else notify('workspace.chat.original_missing', { type: 'warning' });
  });
  const [asked, setAsked] = useState<{ id: number } | null>(null);
  useEffect(() => {
    if (asked) void search(asked.id);
  }, [asked]);
  return {
    litKey,
    goTo: useCallback((id: number) => setAsked({ id }), []),
    /** Any row by its key; answers whether it is there. */
    show: (key) => light(rows.find((row) => row.key === key)),
  };
}

/** How far a note may be from what is loaded, in pages of messages. */
const MAX_NOTE_PAGES = 50;

/** Goes to the note that the link to this conversation was for, as a mention names it; loads back to it if needed. null: looks on only. */
export function useLinkedNote(
  rows: readonly TimelineRow[],
  notes: readonly Note[] | null,
  { state, loadingOlder, loadOlder }: MessageHistory,
  show: (key: string) => boolean,
): void {
  const location = useLocation();
  const [wanted, setWanted] = useState<{ id: number; pages: number } | null>(null);
  useEffect(() => {
    const asked: unknown = location.state;
    const noteId = typeof asked === 'object' && asked !== null && 'noteId' in asked ? asked.noteId : null;
    if (typeof noteId === 'number') setWanted({ id: noteId, pages: 0 });
  }, [location]);
  const hasMore = state?.hasMore ?? false;
  const step = useEffectEvent(() => {
    // one that is not known may be on its way
    if (!wanted || !notes?.some(({ id }) => id === wanted.id)) return;
    if (show(`note-${wanted.id}`) || !hasMore || wanted.pages === MAX_NOTE_PAGES) return setWanted(null);
    setWanted({ ...wanted, pages: wanted.pages + 1 });
    loadOlder();
  });
  useEffect(() => {
    // the rows that were loaded for it are rendered only afterwards
    if (wanted && rows.length > 0 && !loadingOlder) step();
  }, [wanted, rows, loadingOlder]);
}
