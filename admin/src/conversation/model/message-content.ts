import type { Message, Named, Rating, TicketStatus } from './types';

interface MessageLocation {
  latitude: number;
  longitude: number;
  name: string;
  address: string;
}

interface SharedContact {
  name: string;
  phones: string[];
}

const noMentions: readonly Named[] = [];

/** The colleagues that a chat message mentions. */
export const mentionsOf = ({ data }: Message): readonly Named[] =>
  Array.isArray(data?.mentions) ? (data.mentions as Named[]) : noMentions;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object';
const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function locationOf({ data }: Message): MessageLocation | null {
  if (!data) return null;
  const latitude = Number(data.latitude);
  const longitude = Number(data.longitude);
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  return { latitude, longitude, name: text(data.name), address: text(data.address) };
}

const origins = { reply: 'message.origin.story_reply', mention: 'message.origin.story_mention' } as const;

/** The key of the text that says which part of Facebook or Instagram the message refers to. */
export function originOf({ data }: Message): string | null {
  const { story, shared } = data ?? {};
  if (isObject(story)) return story.kind === 'mention' ? origins.mention : origins.reply;
  return isObject(shared) ? 'message.origin.shared' : null;
}

/** The text to show; the body of a location is only for older API clients. */
export function textOf(message: Message): string {
  const location = message.mediaType === 'locationMessage' ? locationOf(message) : null;
  return location ? [location.name, location.address].filter(Boolean).join('\n') : message.body;
}

export interface Ad {
  headline: string | null;
  text: string | null;
  url: string | null;
}

/** The advertisement that the customer came from. */
export function adOf({ data }: Message): Ad | null {
  const ad = data?.ad;
  if (!isObject(ad)) return null;
  const url = text(ad.url);
  return { headline: text(ad.headline) || null, text: text(ad.text) || null, url: /^https?:/i.test(url) ? url : null };
}

export interface Order {
  lines: { name: string; quantity: number; price: number | null; currency: string | null }[];
  total: { amount: number; currency: string | null } | null;
  catalog: string;
  note: string;
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** The items of an order; null for other messages, and for orders that were stored without a total. */
export function orderOf({ data }: Message): Order | null {
  const order = data?.order;
  if (!isObject(order) || !Array.isArray(order.products) || !('total' in order)) return null;
  const lines = order.products.filter(isObject).map(({ id, quantity, price, currency }) => ({
    name: text(id),
    quantity: numberOf(quantity) ?? 1,
    price: numberOf(price),
    currency: text(currency) || null,
  }));
  const total = isObject(order.total) ? order.total : {};
  const amount = numberOf(total.amount);
  return {
    lines,
    total: amount === null ? null : { amount, currency: text(total.currency) || null },
    catalog: text(order.catalogId),
    note: text(order.note),
  };
}

export interface FormAnswer {
  label: string;
  answer: string;
}

/** The answers of a form; empty for other messages. */
export function formOf({ data }: Message): FormAnswer[] {
  if (!Array.isArray(data?.form)) return [];
  return data.form.filter(isObject).map(({ label, answer }) => ({ label: text(label), answer: text(answer) }));
}

/** The product that a message asks about. */
export const productOf = ({ data }: Message): string =>
  isObject(data?.product) ? text(data.product.product_retailer_id) : '';

/** An amount of any currency. */
export function moneyText(amount: number, currency: string | null, locale: string): string {
  const known = currency !== null && /^[A-Z]{3}$/.test(currency);
  const form: Intl.NumberFormatOptions = { minimumFractionDigits: 2 };
  if (known) Object.assign(form, { style: 'currency', currency });
  return new Intl.NumberFormat(locale, form).format(amount);
}

function phonesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((phone) => (isObject(phone) ? text(phone.phone ?? phone.number) : String(phone))).filter(Boolean);
}

// a line looks like `TEL;type=CELL;waid=5511…:+55 11 …`; long lines continue after a leading blank
function readVcard(source: string): SharedContact[] {
  const unfolded = source.replace(/\r?\n[ \t]/g, '');
  return unfolded.split(/BEGIN:VCARD/i).flatMap((card) => {
    const name = /^(?:item\d+\.)?FN[^:\n]*:(.*)$/im.exec(card)?.[1]?.trim() ?? '';
    const phones = [...card.matchAll(/^(?:item\d+\.)?TEL[^:\n]*:(.*)$/gim)]
      .map((match) => (match[1] ?? '').trim())
      .filter(Boolean);
    return name || phones.length > 0 ? [{ name: name || (phones[0] ?? ''), phones }] : [];
  });
}

/** The contacts that the server parsed, or else those read from the vCard. */
export function sharedContactsOf({ data, body }: Message): SharedContact[] {
  const contacts = data?.contacts;
  if (Array.isArray(contacts)) {
    return contacts.filter(isObject).map((contact) => ({ name: text(contact.name), phones: phonesOf(contact.phones) }));
  }
  return readVcard(body);
}

/** The buttons or list entries of an interactive message. */
export function choicesOf({ data }: Message): string[] {
  const choices = data?.buttons ?? data?.options ?? data?.rows;
  return textsOf(choices);
}

function textsOf(choices: unknown): string[] {
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => (isObject(choice) ? text(choice.title ?? choice.text) : text(choice))).filter(Boolean);
}

/** What a template or an interactive message shows around its text: header, footer and choices. */
export function templatePartsOf(message: Message): { header: string; footer: string; choices: string[] } {
  const { mediaType, data } = message;
  if (mediaType !== 'template' && mediaType !== 'interactive') return { header: '', footer: '', choices: [] };
  return { header: text(data?.header), footer: text(data?.footer), choices: choicesOf(message) };
}

export interface CarouselCard {
  mediaUrl: string | null;
  isVideo: boolean;
  body: string;
  choices: string[];
}

/** The cards of a template with a carousel. */
export function cardsOf({ mediaType, data }: Message): CarouselCard[] {
  if (mediaType !== 'template' || !Array.isArray(data?.cards)) return [];
  return data.cards.filter(isObject).map((card) => ({
    mediaUrl: text(card.mediaUrl) || null,
    isVideo: text(card.mediaMime).startsWith('video/'),
    body: text(card.body),
    choices: textsOf(card.buttons),
  }));
}

/** Types whose bubbles show more than their text. */
const drawnTypes: readonly string[] = [
  ...['image', 'sticker', 'video', 'audio', 'application', 'locationMessage', 'call_log'],
  ...['contactMessage', 'vcard', 'multi_vcard'],
];

/** Whether the bubble would be empty: imported messages may have no text and an unknown type. */
export function isWordless(message: Message): boolean {
  if (message.isDeleted || message.body.trim() !== '' || drawnTypes.includes(message.mediaType)) return false;
  const { header, footer, choices } = templatePartsOf(message);
  return header + footer === '' && choices.length === 0 && cardsOf(message).length === 0 && message.mediaUrl === null;
}

/** A key that stays the same while a message is sent and after it is stored. */
export const messageKey = ({ clientMessageId, id }: Message): string => clientMessageId ?? String(id);

/** The viewer for a file; that of a template header depends on its MIME type. */
export function viewerKindOf({ mediaType, mediaUrl, mediaMime, isDeleted }: Message): 'image' | 'video' | 'pdf' | null {
  if (!mediaUrl || isDeleted) return null;
  if (mediaType === 'image' || mediaType === 'video') return mediaType;
  if (mediaMime === 'application/pdf') return 'pdf';
  if (mediaType !== 'template') return null;
  const family = mediaMime?.split('/')[0];
  return family === 'image' || family === 'video' ? family : null;
}

/** Formats as 23,55052° S, 46,63331° O; five decimals are accurate to a metre. */
export function coordinatesText(
  { latitude, longitude }: MessageLocation,
  locale: string,
  signs: { north: string; south: string; east: string; west: string },
): string {
  const degrees = new Intl.NumberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
  const north = `${degrees.format(Math.abs(latitude))}° ${latitude < 0 ? signs.south : signs.north}`;
  return `${north}, ${degrees.format(Math.abs(longitude))}° ${longitude < 0 ? signs.west : signs.east}`;
}

/** null for any other message. */
export function ratingOf({ fromMe, data }: Pick<Message, 'fromMe' | 'data'>): Rating | null {
  const rating = data?.['rating'];
  return !fromMe && (rating === 1 || rating === 2 || rating === 3) ? rating : null;
}

/** Formats as '3 – Muito satisfeito'. */
export const ratingLabel = (rating: Rating, translate: (key: string) => string): string =>
  `${rating} – ${translate(`collaboration.rating_${rating}`)}`;

/** The server puts this mark before automatic texts. */
const BOT_MARK = '\u200e';

/** Whether the message is a greeting, completion message or menu, which has no author. */
export function isAutomatic(message: Pick<Message, 'fromMe' | 'body' | 'mediaType'> & Pick<Partial<Message>, 'user'>) {
  const { fromMe, user, body, mediaType } = message;
  return fromMe && !user && (body.startsWith(BOT_MARK) || mediaType === 'interactive');
}

export function isSigned({ body, user }: Pick<Message, 'body' | 'user'>): boolean {
  return user !== null && body.startsWith(`*${user.name}:*`);
}

/** The signature in the first line of a message of an attendant, which is also set before it is stored; else ''. */
export const signatureOf = ({ body, fromMe }: Pick<Message, 'body' | 'fromMe'>): string =>
  fromMe ? (/^\*[^*\n]{1,100}:\*\n/.exec(body)?.[0] ?? '') : '';

export type MessageAction = 'edit' | 'delete' | 'transcribe' | 'forward';

interface ActionContext {
  /** The open conversation; messages of earlier ones are shown above it. */
  ticketId: number;
  status: TicketStatus;
  capabilities: { edit: boolean; delete: boolean };
}

const textual: readonly string[] = ['chat', 'template', 'interactive'];

/** Whether to offer an action; the server checks it again. */
export function canPerform(
  action: MessageAction,
  message: Message,
  { ticketId, status, capabilities }: ActionContext,
): boolean {
  const { fromMe, isDeleted, mediaType, mediaUrl } = message;
  if (message.id < 0 || isDeleted) return false;
  if (action === 'forward') return mediaUrl !== null || (textual.includes(mediaType) && message.body !== '');
  if (action === 'transcribe')
    return !fromMe && mediaType === 'audio' && mediaUrl !== null && transcriptOf(message) === null;
  const own = fromMe && status === 'open' && message.ticketId === ticketId;
  if (action === 'delete') return own && capabilities.delete;
  return own && capabilities.edit && mediaType === 'chat' && message.status !== 'uncertain';
}

/** null until the message is transcribed. */
export function transcriptOf({ data }: Message): string | null {
  return typeof data?.transcript === 'string' ? data.transcript : null;
}
