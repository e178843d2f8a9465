import type { Message } from '../model/types';

/** A message as the player sees it; without an address there is nothing to hear. */
export interface VoiceQueueItem {
  id: string;
  mine: boolean;
  src: string | null;
}

/** Stays the same when a message on its way arrives. */
export const trackId = ({ clientMessageId, id }: Message) => clientMessageId ?? String(id);

export function toQueueItem(message: Message): VoiceQueueItem {
  const { fromMe, mediaType, mediaUrl, isDeleted } = message;
  return { id: trackId(message), mine: fromMe, src: mediaType === 'audio' && !isDeleted ? mediaUrl : null };
}

/** The voice message that follows by itself: what the same side said next, unless that is to be read or seen. */
export function nextVoice(items: readonly VoiceQueueItem[], id: string): (VoiceQueueItem & { src: string }) | null {
  const at = items.findIndex((item) => item.id === id);
  const finished = items[at];
  if (!finished) return null;
  const next = items.slice(at + 1).find(({ mine }) => mine === finished.mine);
  return next?.src ? { ...next, src: next.src } : null;
}
