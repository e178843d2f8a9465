import { messageKey } from './message-content';
import type { Message } from './types';

/** If `src` is null, there is nothing to play. */
export interface VoiceQueueItem {
  id: string;
  mine: boolean;
  src: string | null;
}

export function toQueueItem(message: Message): VoiceQueueItem {
  const { fromMe, mediaType, mediaUrl, isDeleted } = message;
  return { id: messageKey(message), mine: fromMe, src: mediaType === 'audio' && !isDeleted ? mediaUrl : null };
}

/** The next message of the same sender, if it is a voice message. */
export function nextVoice(items: readonly VoiceQueueItem[], id: string): (VoiceQueueItem & { src: string }) | null {
  const at = items.findIndex((item) => item.id === id);
  const finished = items[at];
  if (!finished) return null;
  const next = items.slice(at + 1).find(({ mine }) => mine === finished.mine);
  return next?.src ? { ...next, src: next.src } : null;
}
