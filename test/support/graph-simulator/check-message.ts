import { checkInteractive } from './check-interactive.js';
import { errorAnswer, type GraphErrorAnswer } from './graph-errors.js';
import { fieldsOf } from './json-object.js';
import type { MediaStore } from './media.js';
import type { TemplateStore } from './templates.js';

type Fields = Record<string, unknown>;

/** What a message is validated against. */
export interface MessageContext {
  media: MediaStore;
  templates: TemplateStore;
  /** The business account of the sending number. */
  account: string;
  /** Whether the platform has a message of that id. */
  message(id: string): boolean;
}

const files: Readonly<Record<string, RegExp>> = {
  image: /^image\/(jpeg|png)/,
  audio: /^audio\//,
  video: /^video\//,
  document: /./,
  sticker: /^image\/webp/,
};

/** The platform's error for a message; null when it can be sent. */
export function checkMessage(body: Fields, known: MessageContext): GraphErrorAnswer | null {
  if (body['messaging_product'] !== 'whatsapp') return errorAnswer(100, 'The parameter messaging_product is required.');
  if (typeof (body['to'] ?? body['recipient']) !== 'string') return errorAnswer(100, 'The parameter to is required.');
  const data = body['biz_opaque_callback_data'];
  if (data !== undefined && (typeof data !== 'string' || data.length > 512))
    return errorAnswer(100, 'Param biz_opaque_callback_data must be a string of at most 512 characters.');
  const context = body['context'];
  if (context !== undefined && typeof fieldsOf(context)?.['message_id'] !== 'string')
    return errorAnswer(100, 'Invalid parameter context.');
  const type = typeof body['type'] === 'string' ? body['type'] : 'text';
  const part = fieldsOf(body[type]);
  if (!part) return errorAnswer(131008, `Required parameter ${type} is missing.`);
  if (type === 'text') return checkText(part);
  if (type === 'template') return known.templates.check(known.account, part);
  if (type === 'interactive') return checkInteractive(part);
  if (type === 'reaction') return checkReaction(part, known);
  if (type === 'audio' && part['voice'] === true) return checkVoice(part, known.media);
  return type in files ? checkFile(type, part, known.media) : errorAnswer(100, `Invalid type ${type}.`);
}

/** An empty emoji removes the reaction. */
function checkReaction(part: Fields, known: MessageContext): GraphErrorAnswer | null {
  const { message_id: id, emoji } = part;
  if (typeof emoji !== 'string' || [...new Intl.Segmenter().segment(emoji)].length > 1)
    return errorAnswer(100, "Param reaction['emoji'] must be a single emoji.");
  return typeof id === 'string' && known.message(id) ? null : errorAnswer(131009, 'Invalid message_id.');
}

/** Only Opus in Ogg is a voice message. */
function checkVoice(part: Fields, media: MediaStore): GraphErrorAnswer | null {
  const file = media.get(String(part['id']));
  if (!file) return errorAnswer(131009, `Media id ${String(part['id'])} does not exist.`);
  const opus = file.bytes.subarray(0, 4).toString() === 'OggS' && file.bytes.subarray(0, 100).includes('OpusHead');
  return opus ? null : errorAnswer(131053, `A file of type ${file.mime} cannot be sent as a voice message.`);
}

function checkText(part: Fields): GraphErrorAnswer | null {
  const body = part['body'];
  if (typeof body !== 'string' || body === '') return errorAnswer(100, "Param text['body'] is required.");
  return body.length > 4096 ? errorAnswer(100, "Param text['body'] must be at most 4096 characters long.") : null;
}

function checkFile(type: string, part: Fields, media: MediaStore): GraphErrorAnswer | null {
  if (part['caption'] !== undefined && (type === 'audio' || type === 'sticker'))
    return errorAnswer(100, `Unexpected key "caption" on param "${type}".`);
  if (part['caption'] !== undefined && String(part['caption']).length > 1024)
    return errorAnswer(100, 'Param caption must be at most 1024 characters long.');
  if (typeof part['link'] === 'string') return null;
  const file = media.get(String(part['id']));
  if (!file) return errorAnswer(131009, `Media id ${String(part['id'])} does not exist.`);
  return files[type]?.test(file.mime)
    ? null
    : errorAnswer(131053, `A file of type ${file.mime} cannot be sent as ${type}.`);
}
