import { unsupportedWords } from '../../../message-words.dto.js';
import { adOfPageReferral } from '../../ad-origin.js';
import type { AdOrigin, InboundMessage, MediaKind } from '../../channel.js';
import { asNumber, asObject, asObjects, asText, type Json, storableJson } from '../json-readers.js';

/** The content of a message, without sender and time. */
type Content = Pick<InboundMessage, 'type' | 'body' | 'media' | 'data'>;

/** MIME types that apply until the file is fetched, which reveals its real type. */
const guessedMime: Readonly<Record<MediaKind, string>> = {
  image: 'image/jpeg',
  audio: 'audio/mp4',
  video: 'video/mp4',
  application: 'application/octet-stream',
  sticker: 'image/png',
};

const fileTypes: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'application',
  ig_reel: 'video',
  reel: 'video',
  // pictures or videos: the type is known once the file is fetched
  story_mention: 'image',
  share: 'image',
  ig_post: 'image',
  ig_story: 'image',
};

/** More attachments than this are not read; Meta sends at most ten pictures. */
const maxAttachments = 30;

/** The contents of a message: its text, each of its files, or the type `unsupported`; never empty. */
export function contentsOf(message: Json): Content[] {
  const text = asText(message['text']);
  const attachments = asObjects(message['attachments'])
    .slice(0, maxAttachments)
    .filter((attachment) => attachment !== null);
  const quickReply = asObject(message['quick_reply']);
  if (quickReply && text !== null) return [choice('quick_reply', asText(quickReply['payload']), text)];
  const found = attachments.map(attachmentOf);
  const [first, ...others] = found;
  if (first && first.body === '' && text !== null) return [{ ...first, body: text }, ...others];
  // a link next to the text that contains it is dropped
  if (first && (text === null || first.type !== 'chat')) return found;
  if (text !== null) return [{ type: 'chat', body: text, media: null, data: null }];
  // a sticker of one's own or an unknown kind may come without any part that can be read
  return [unsupported(message['is_unsupported'] === true ? 'unsupported' : 'unknown', message)];
}

/** A button, a menu entry or an ice breaker that the customer chose; null when it is malformed. */
export function postbackOf(postback: Json): Content | null {
  const title = asText(postback['title']) ?? asText(postback['payload']);
  if (title === null) return null;
  const content = choice('postback', asText(postback['payload']), title);
  return { ...content, data: { ...content.data, ...referralData(postback['referral']) } };
}

/** What a message keeps of the link or advertisement that the customer came from. */
export function referralData(value: unknown): { ad?: AdOrigin } & Record<string, unknown> {
  const referral = asObject(value);
  if (!referral) return {};
  const ad = adOfPageReferral(referral);
  return { referral: storableJson(referral), ...(ad ? { ad } : {}) };
}

const choice = (kind: string, id: string | null, title: string): Content => ({
  type: 'interactive',
  body: title,
  media: null,
  data: { reply: { kind, id: id ?? title, title } },
});

const unsupported = (providerType: string, content: unknown): Content => ({
  type: 'unsupported',
  body: unsupportedWords(providerType).pt,
  media: null,
  data: { providerType, errors: [], content: storableJson(content) ?? null },
});

function attachmentOf(attachment: Json): Content {
  const type = asText(attachment['type']) ?? 'unknown';
  const payload = asObject(attachment['payload']);
  if (type === 'location') return locationOf(payload) ?? unsupported(type, attachment);
  const url = asText(payload?.['url']) ?? asText(attachment['url']);
  const title = asText(payload?.['title']) ?? asText(attachment['title']);
  if (type === 'fallback') return linkOf(title, url) ?? unsupported(type, attachment);
  const titles = titlesOf(payload);
  if (titles.length > 0) return { type: 'chat', body: titles.join('\n'), media: null, data: { card: type } };
  const live = type === 'live_location' ? locationOf(payload) : null;
  if (live) return { ...live, data: { ...live.data, live: true } };
  const kind = payload?.['sticker_id'] === undefined ? fileTypes[type] : 'sticker';
  if (!kind || !Object.hasOwn(fileTypes, type) || url === null) return unsupported(type, attachment);
  const mention = type === 'story_mention' ? { story: { kind: 'mention', id: null, url } } : null;
  const shared = ['share', 'ig_post', 'ig_reel', 'reel'].includes(type) ? { shared: { type, title, url } } : null;
  return {
    type: kind,
    body: shared && title !== null ? title : '',
    media: { ref: url, mime: guessedMime[kind], name: null, sha256: null },
    data: mention ?? shared,
  };
}

/** Titles of the products or cards of a template. */
function titlesOf(payload: Json | null): string[] {
  const parts = [payload, asObject(payload?.['product']), asObject(payload?.['generic'])];
  const elements = parts.flatMap((part) => asObjects(part?.['elements'])).slice(0, maxAttachments);
  return elements.flatMap((element) => {
    const lines = [asText(element?.['title']), asText(element?.['subtitle'])].filter((line) => line !== null);
    return lines.length > 0 ? [lines.join(' – ')] : [];
  });
}

function linkOf(title: string | null, url: string | null): Content | null {
  const body = [title, url].filter((line) => line !== null).join('\n');
  return body === '' ? null : { type: 'chat', body, media: null, data: null };
}

function locationOf(payload: Json | null): Content | null {
  const coordinates = asObject(payload?.['coordinates']);
  const latitude = asNumber(coordinates?.['lat']);
  const longitude = asNumber(coordinates?.['long']);
  if (latitude === null || longitude === null) return null;
  const [name, url] = [asText(payload?.['title']), asText(payload?.['url'])];
  return {
    type: 'locationMessage',
    body: name ?? '',
    media: null,
    data: { latitude, longitude, name, address: null, url },
  };
}
