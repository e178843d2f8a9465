import { createContext, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { player, type Track } from './player';
import { nextVoice, type QueueItem } from './queue';

/** Tells what follows a track by itself; nothing outside of a conversation. */
export const VoiceQueueContext = createContext<(id: string) => Track | null>(() => null);

/** The voice messages of one conversation, which follow each other; leaving it ends the playing. */
export function VoiceQueue({ items, children }: { items: readonly QueueItem[]; children: ReactNode }) {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => () => player.pause(), []);
  const after = useCallback((id: string): Track | null => {
    const next = nextVoice(latest.current, id);
    return next && { id: next.id, src: next.src, next: () => after(next.id) };
  }, []);
  return <VoiceQueueContext value={after}>{children}</VoiceQueueContext>;
}
