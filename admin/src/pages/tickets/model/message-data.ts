import type { Message } from './types';

export interface Place {
  latitude: number;
  longitude: number;
  name: string;
  address: string;
}

export interface Card {
  name: string;
  phones: string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function placeOf({ data }: Message): Place | null {
  if (!data) return null;
  const latitude = Number(data.latitude);
  const longitude = Number(data.longitude);
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  return { latitude, longitude, name: text(data.name), address: text(data.address) };
}

function phonesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((phone) => (isObject(phone) ? text(phone.phone ?? phone.number) : String(phone))).filter(Boolean);
}

// Lines of a vCard: `TEL;type=CELL;waid=5511…:+55 11 …`, long ones folded with a leading blank.
function readVcard(source: string): Card[] {
  const unfolded = source.replace(/\r?\n[ \t]/g, '');
  return unfolded.split(/BEGIN:VCARD/i).flatMap((card) => {
    const name = /^(?:item\d+\.)?FN[^:\n]*:(.*)$/im.exec(card)?.[1]?.trim() ?? '';
    const phones = [...card.matchAll(/^(?:item\d+\.)?TEL[^:\n]*:(.*)$/gim)]
      .map((match) => (match[1] ?? '').trim())
      .filter(Boolean);
    return name || phones.length > 0 ? [{ name: name || (phones[0] ?? ''), phones }] : [];
  });
}

/** The contacts in a message, from the server's reading or from the vCard text itself. */
export function cardsOf({ data, body }: Message): Card[] {
  const contacts = data?.contacts;
  if (Array.isArray(contacts)) {
    return contacts.filter(isObject).map((contact) => ({ name: text(contact.name), phones: phonesOf(contact.phones) }));
  }
  return readVcard(body);
}

/** What the buttons or the list of an interactive message offer. */
export function choicesOf({ data }: Message): string[] {
  const choices = data?.buttons ?? data?.options ?? data?.rows;
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => (isObject(choice) ? text(choice.title ?? choice.text) : text(choice))).filter(Boolean);
}

/** Headline and footer of a template or of choices. */
export function framedOf({ mediaType, data }: Message): { header: string; footer: string } {
  if (mediaType !== 'template' && mediaType !== 'interactive') return { header: '', footer: '' };
  return { header: text(data?.header), footer: text(data?.footer) };
}

/** Width by height of a picture when the server knows them, so that its room is reserved exactly. */
export function ratioOf({ data }: Message): number | null {
  const ratio = Number(data?.width) / Number(data?.height);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
}
