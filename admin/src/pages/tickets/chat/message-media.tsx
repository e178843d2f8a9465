import type { Message } from '../model/types';
import { AudioPlayer } from './audio/audio-player';
import { trackId } from './audio/queue';
import { MediaCall, MediaContacts } from './media-cards';
import { MediaDocument } from './media-document';
import { MediaImage, MediaSticker } from './media-image';
import { MediaPlace } from './media-place';
import { MediaVideo } from './media-video';

/** The file of a template's header, by its own type. */
function TemplateMedia({ message }: { message: Message }) {
  if (!message.mediaUrl || !message.mediaMime) return null;
  if (message.mediaMime.startsWith('image/')) return <MediaImage message={message} />;
  if (message.mediaMime.startsWith('video/')) return <MediaVideo message={message} />;
  return <MediaDocument message={message} />;
}

/** What a message carries besides its text. */
export function MessageMedia({ message }: { message: Message }) {
  switch (message.mediaType) {
    case 'image':
      return <MediaImage message={message} />;
    case 'sticker':
      return <MediaSticker message={message} />;
    case 'video':
      return <MediaVideo message={message} />;
    case 'audio':
      return <AudioPlayer id={trackId(message)} src={message.mediaUrl} />;
    case 'template':
      return <TemplateMedia message={message} />;
    case 'application':
      return <MediaDocument message={message} />;
    case 'locationMessage':
      return <MediaPlace message={message} />;
    case 'contactMessage':
    case 'vcard':
    case 'multi_vcard':
      return <MediaContacts message={message} />;
    case 'call_log':
      return <MediaCall message={message} />;
    default:
      return null;
  }
}

const silent: readonly string[] = ['locationMessage', 'contactMessage', 'vcard', 'multi_vcard', 'call_log', 'sticker'];

/** The words under the media; a file's own name is not a caption. */
export function captionOf(message: Message): string {
  if (silent.includes(message.mediaType)) return '';
  return message.mediaName !== null && message.body === message.mediaName ? '' : message.body;
}
