import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { StreamRow } from '../model/rows';
import type { StreamHandle } from './use-stream-scroll';

const LIT_MS = 1600;

/** Scrolls to a message, loading back to it if needed, and lights it up for a moment. */
export function useGoTo(
  rows: readonly StreamRow[],
  list: RefObject<StreamHandle | null>,
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
  function light(row: StreamRow | undefined): boolean {
    if (!row) return false;
    const { key } = row;
    centre(key);
    setLitKey(key);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setLitKey(null), LIT_MS);
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
