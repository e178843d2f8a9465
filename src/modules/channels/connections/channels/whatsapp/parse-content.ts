import type {
  WAContactMessage,
  WAContextInfo,
  WALocationMessage,
  WAMediaMessage,
  WAMessageContent,
  WAPollMessage,
} from 'baileys';
import { unsupportedWords } from '../../message-words.dto.js';
import type { InboundMedia, InboundMessage, MediaKind } from '../channel.js';
import { asObject, asText } from '../graph/json-readers.js';
import { isMediaPath } from './media.js';
import { describedOf } from './parse-described.js';

/** Encrypts the keys with which a file is downloaded and decrypted. */
export type SealMedia = (media: MediaKeys) => string;

/** Kinds of files, from which WhatsApp derives encryption keys. */
export type MediaClass = 'image' | 'video' | 'audio' | 'document' | 'sticker';

export interface MediaKeys {
  readonly type: MediaClass;
  /** The key in base64. */
  readonly mediaKey: string;
  readonly directPath: string;
}

/** Somebody pinned a message, which needs no answer. */
const pin = 'pinInChatMessage';

/** The content of a message, without sender and time. */
export interface Content extends Pick<InboundMessage, 'type' | 'body' | 'media' | 'data' | 'notice'> {
  readonly context: WAContextInfo | null | undefined;
}

const maxCards = 100;

const storable = (text: string | null | undefined): string => asText(text) ?? '';

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
] as const;

/** The message inside of wrappers that only define how it is shown. */
export function unwrapped(message: WAMessageContent): { content: WAMessageContent; viewOnce: boolean } {
  let content = message;
  let viewOnce = false;
  for (let depth = 0; depth < 5; depth += 1) {
    const wrapper = wrappers.find((name) => content[name]?.message);
    if (!wrapper) break;
    viewOnce ||= wrapper.startsWith('viewOnce');
    content = content[wrapper]?.message ?? content;
  }
  return { content, viewOnce };
}

/** The text of a message, or of a file's caption. */
export function textOf({ content }: { content: WAMessageContent }): string | null {
  const { conversation, extendedTextMessage, imageMessage, videoMessage, documentMessage } = content;
  const captioned = imageMessage ?? videoMessage ?? documentMessage;
  return asText(conversation ?? extendedTextMessage?.text ?? captioned?.caption);
}

const kinds: readonly [keyof WAMessageContent & `${string}Message`, MediaKind, MediaClass][] = [
  ['imageMessage', 'image', 'image'],
  ['videoMessage', 'video', 'video'],
  ['ptvMessage', 'video', 'video'],
  ['audioMessage', 'audio', 'audio'],
  ['documentMessage', 'application', 'document'],
  ['stickerMessage', 'sticker', 'sticker'],
];

function readMedia(content: WAMessageContent, seal: SealMedia): Content | null {
  for (const [name, type, kind] of kinds) {
    const part = content[name] as WAMediaMessage | null | undefined;
    if (!part) continue;
    const { mediaKey, directPath, mimetype, fileName, fileSha256 } = part;
    if (!mediaKey || !isMediaPath(directPath)) return null;
    const ref = seal({ type: kind, mediaKey: Buffer.from(mediaKey).toString('base64'), directPath });
    const media: InboundMedia = {
      ref,
      mime: (asText(mimetype) ?? 'application/octet-stream').split(';')[0]?.trim() ?? '',
      name: asText(fileName),
      sha256: fileSha256 ? Buffer.from(fileSha256).toString('base64') : null,
      ...(kind === 'audio' ? { voice: part.ptt === true } : {}),
    };
    const data = part.isAnimated ? { animated: true } : null;
    return { type, body: storable(part.caption), media, data, context: part.contextInfo };
  }
  return null;
}

function readLocation(part: WALocationMessage, live: boolean): Content | null {
  const { degreesLatitude: latitude, degreesLongitude: longitude } = part;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const [name, address, url] = [asText(part.name ?? part.caption), asText(part.address), asText(part.url)];
  const body = [name, address].filter((line) => line !== null).join('\n');
  const data = { latitude, longitude, name, address, url, ...(live ? { live } : {}) };
  return { type: 'locationMessage', body, media: null, data, context: part.contextInfo };
}

/** Values of the lines of a vCard with this name; parameters are ignored. */
const linesOf = (vcard: string, name: string): string[] =>
  vcard.split(/\r?\n/).flatMap((line) => {
    const [head = '', ...rest] = line.split(':');
    const field = head.split(';')[0]?.replace(/^item\d+\./i, '');
    return field?.toUpperCase() === name && rest.length > 0 ? [rest.join(':').trim()] : [];
  });

function readCard({ displayName, vcard }: WAContactMessage) {
  const text = storable(vcard);
  const [phones, emails] = [linesOf(text, 'TEL'), linesOf(text, 'EMAIL')];
  const organization = linesOf(text, 'ORG')[0]?.replace(/;+$/, '') || null;
  const name = asText(displayName) ?? linesOf(text, 'FN')[0] ?? organization ?? phones[0] ?? emails[0];
  return name === undefined ? null : { name, phones, emails, organization, vcard: text };
}

function readCards(cards: readonly WAContactMessage[], context: WAContextInfo | null | undefined): Content | null {
  const contacts = cards
    .slice(0, maxCards)
    .map(readCard)
    .filter((card) => card !== null);
  if (contacts.length === 0)
    return { type: 'unsupported', body: unsupportedWords('contacts').pt, media: null, data: null, context };
  // clients read the vCard; a contact without a vCard gets one with its name
  const body = contacts.map(({ vcard, name }) => vcard || `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD`).join('\n');
  const type = contacts.length > 1 ? 'multi_vcard' : 'contactMessage';
  return { type, body, media: null, data: { contacts }, context };
}

function readPoll({ name, options, contextInfo }: WAPollMessage): Content {
  const choices = (options ?? []).map(({ optionName }) => storable(optionName)).filter((option) => option !== '');
  const question = storable(name);
  const body = [question || 'Enquete', ...choices.map((option) => `- ${option}`)].join('\n');
  return { type: 'chat', body, media: null, data: { poll: { question, options: choices } }, context: contextInfo };
}

function readChoice(content: WAMessageContent): Content | null {
  const { buttonsResponseMessage: button, templateButtonReplyMessage: template, listResponseMessage: list } = content;
  const id = button?.selectedButtonId ?? template?.selectedId ?? list?.singleSelectReply?.selectedRowId;
  const title = asText(button?.selectedDisplayText ?? template?.selectedDisplayText ?? list?.title ?? id);
  if (title === null) return null;
  const kind = list ? 'list_reply' : 'button_reply';
  const context = (button ?? template ?? list)?.contextInfo;
  const reply = { kind, id: asText(id) ?? title, title };
  return { type: 'interactive', body: title, media: null, data: { reply }, context };
}

/** Parts of a message that have nothing to show when they are its only parts. */
const silent = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'keepInChatMessage',
  'albumMessage',
  'secretEncryptedMessage',
]);

/** The content of an unwrapped message; null when it has nothing to show. */
export function parseContent(content: WAMessageContent, seal: SealMedia): Content | null {
  const { conversation, extendedTextMessage: text, locationMessage, liveLocationMessage } = content;
  if (conversation || text?.text)
    return {
      type: 'chat',
      body: storable(conversation || text?.text),
      media: null,
      data: null,
      context: text?.contextInfo,
    };
  const location = locationMessage ?? liveLocationMessage;
  const { contactMessage: card, contactsArrayMessage: cards } = content;
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  const known =
    readMedia(content, seal) ??
    (location && readLocation(location, !locationMessage)) ??
    (card && readCards([card], card.contextInfo)) ??
    (cards && readCards(cards.contacts ?? [], cards.contextInfo)) ??
    (poll && readPoll(poll)) ??
    readChoice(content);
  if (known) return known;
  const described = describedOf(content);
  if (described) {
    const { kind, words, target, form } = described;
    const context = target === null ? contextOf(content) : { stanzaId: target };
    const data = { described: kind, ...(form ? { form } : {}) };
    return { type: 'chat', body: words, media: null, data, context, ...(kind === pin ? { notice: true } : {}) };
  }
  const providerType = Object.entries(content).find(([name, part]) => part && !silent.has(name))?.[0];
  if (providerType === undefined) return null;
  const body = unsupportedWords(providerType).pt;
  return { type: 'unsupported', body, media: null, data: { providerType }, context: null };
}

const contextOf = (content: WAMessageContent): WAContextInfo | null =>
  Object.values(content)
    .map((part) => asObject(asObject(part)?.['contextInfo']))
    .find((context) => context !== null) ?? null;
