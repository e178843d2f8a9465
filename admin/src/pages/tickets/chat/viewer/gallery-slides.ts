import type { Slide } from 'yet-another-react-lightbox';
import { shownAs, sizeOf } from '../../model/message-data';
import { plainText } from '../../model/text-format';
import type { Message } from '../../model/types';

/** As in the list: an own message keeps it when the server has it. */
export const keyOf = ({ clientMessageId, id }: Message): string => clientMessageId ?? String(id);

/** The pictures and videos of what is loaded, as they stand in the conversation. */
export function picturesOf(messages: readonly Message[]): Message[] {
  return messages.filter((message) => {
    const kind = shownAs(message);
    return kind === 'image' || kind === 'video';
  });
}

/** `nameless` is said of a picture without words. */
export function slideOf(message: Message, nameless: string): Slide {
  const url = message.mediaUrl ?? '';
  const words = plainText(message.body);
  const size = sizeOf(message);
  const file = { download: { url, filename: message.mediaName ?? '' }, title: words };
  if (shownAs(message) !== 'video') return { ...file, src: url, alt: words || nameless, ...size };
  const sources = [{ src: url, type: message.mediaMime ?? 'video/mp4' }];
  return { ...file, type: 'video', sources, poster: message.thumbUrl ?? undefined, preload: 'metadata', ...size };
}
