import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { VirtuosoHandle } from 'react-virtuoso';
import type { MessageRow } from '../model/rows';

const LIT_MS = 1600;

/** Scrolls to a message, loading back to it if needed, and lights it up for a moment. */
export function useGoTo(
  rows: readonly MessageRow[],
  list: RefObject<VirtuosoHandle | null>,
  reach: (messageId: number) => Promise<boolean>,
): { litId: number | null; goTo: (messageId: number) => void } {
  const notify = useNotify();
  const [wanted, setWanted] = useState<number | null>(null);
  const [litId, setLitId] = useState<number | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const show = useEffectEvent((messageId: number) => {
    const index = rows.findIndex(({ message }) => message.id === messageId);
    if (index === -1) return;
    setWanted(null);
    list.current?.scrollToIndex({ index, align: 'center', behavior: 'auto' });
    setLitId(messageId);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setLitId(null), LIT_MS);
  });
  // The rows that were loaded for it are rendered only afterwards.
  useEffect(() => {
    if (wanted !== null && rows.length > 0) show(wanted);
  }, [wanted, rows]);

  const search = useEffectEvent(async (messageId: number) => {
    const loaded = rows.some(({ message }) => message.id === messageId);
    if (!loaded) notify('workspace.chat.searching_original', { type: 'info' });
    if (loaded || (await reach(messageId))) setWanted(messageId);
    else notify('workspace.chat.original_missing', { type: 'warning' });
  });
  const [asked, setAsked] = useState<{ id: number } | null>(null);
  useEffect(() => {
    if (asked) void search(asked.id);
  }, [asked]);
  return { litId, goTo: useCallback((id: number) => setAsked({ id }), []) };
}
