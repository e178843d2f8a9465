import type { MediaKind, OutboundMessage, OutboundReaction } from '../channel.js';
import { interactiveContent, templateContent } from './template-and-interactive-body.js';

const graphTypes: Readonly<Record<MediaKind, string>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'document',
  sticker: 'sticker',
};

/** The body of `POST /messages` for one message; `mediaId` is the uploaded file of a media message. */
export function messageBody(message: OutboundMessage, mediaId: string | null): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    ...recipient(message.to),
    ...(message.quotedProviderId ? { context: { message_id: message.quotedProviderId } } : {}),
    biz_opaque_callback_data: String(message.messageId),
    ...content(message, mediaId),
  };
}

/** The body of `POST /messages` for a reaction; an empty emoji removes it. */
export function reactionBody({ to, targetProviderId, emoji }: OutboundReaction): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    ...recipient(to),
    type: 'reaction',
    reaction: { message_id: targetProviderId, emoji: emoji ?? '' },
  };
}

/** Phone numbers and groups go in `to`; a user without a visible number is addressed by Meta's id in `recipient`. */
function recipient(to: string): Record<string, string> {
  if (/^[A-Z]{2}\.(ENT\.)?\w+$/.test(to)) return { recipient_type: 'individual', recipient: to };
  return { recipient_type: /^\d+$/.test(to) ? 'individual' : 'group', to };
}

function content(message: OutboundMessage, mediaId: string | null): Record<string, unknown> {
  if (message.type === 'template') return templateContent(message, mediaId);
  if (message.type === 'interactive') return interactiveContent(message);
  if (message.type === 'chat' || mediaId === null) {
    return { type: 'text', text: { body: message.body, preview_url: /https?:\/\//i.test(message.body) } };
  }
  const type = graphTypes[message.type];
  const part: Record<string, unknown> = { id: mediaId };
  if (message.type === 'audio' && message.voice) part['voice'] = true;
  if (message.type === 'application') part['filename'] = message.media?.name ?? 'file';
  // Audio and stickers take no caption: Meta refuses the whole message for one.
  if (message.body && message.type !== 'audio' && message.type !== 'sticker') part['caption'] = message.body;
  return { type, [type]: part };
}

/** The MIME type to upload a file as; WhatsApp only plays Ogg as voice when its codec is named. */
export function uploadMime(message: OutboundMessage): string {
  const mime = (message.media?.mime ?? 'application/octet-stream').toLowerCase().replace(/[\r\n]/g, '');
  return message.voice && mime === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mime;
}
