import type { AnyMessageContent, WAMessage } from 'baileys';
import type { OutboundMessage } from '../channel.js';

/** WhatsApp shows a recording as a voice message only in this format. */
const voiceMime = 'audio/ogg; codecs=opus';

/** The content that the library sends; it reads the file once. */
export async function contentOf(message: OutboundMessage): Promise<AnyMessageContent> {
  const { type, body, media, voice, forwarded = false } = message;
  const context = forwarded ? { contextInfo: { isForwarded: true, forwardingScore: 1 } } : {};
  if (!media) return { text: body, ...context };
  const upload = { stream: await media.open() };
  const captioned = { mimetype: media.mime, ...(body ? { caption: body } : {}), ...context };
  switch (type) {
    case 'image':
      return { image: upload, ...captioned };
    case 'video':
      return { video: upload, ...captioned };
    case 'audio':
      return { audio: upload, ptt: voice, mimetype: voice ? voiceMime : media.mime, ...context };
    case 'sticker':
      return { sticker: upload, mimetype: media.mime, ...context };
    default:
      return { document: upload, fileName: media.name, ...captioned };
  }
}

/** The message to quote: its key, and its content if it is still known. */
export const quotedMessage = ({ key, message }: Pick<WAMessage, 'key' | 'message'>): WAMessage => ({
  key,
  message: message ?? { conversation: '' },
});
