import type { WAMessageKey } from 'baileys';

/** Numbers that WhatsApp calls by a number of its own, beside those of phones. */
const lidSuffix = '@lid';
const phoneSuffix = '@s.whatsapp.net';
const groupSuffix = '@g.us';

export const isLid = (jid: string): boolean => jid.endsWith(lidSuffix) || jid.endsWith('@hosted.lid');
export const isGroup = (jid: string): boolean => jid.endsWith(groupSuffix);
const isPhone = (jid: string): boolean => jid.endsWith(phoneSuffix) || jid.endsWith('@hosted');

/** What is no conversation: status messages, broadcast lists, channels, bots. */
export const isIgnored = (jid: string): boolean => !isLid(jid) && !isGroup(jid) && !isPhone(jid);

/** The part before the server, without the number of the device. */
export const userOf = (jid: string): string => jid.replace(/@.*$/, '').replace(/[:_].*$/, '');

/** Without the number of the device. */
export const withoutDevice = (jid: string): string => `${userOf(jid)}${jid.slice(jid.lastIndexOf('@'))}`;

/** Who somebody is: `address` is a contact's number, or the LID where the number is hidden. */
export interface Person {
  readonly address: string;
  readonly lid: string | null;
}

/** Finds the phone of a LID where a message does not name it; null: it is hidden. */
export type PhoneOf = (lid: string) => Promise<string | null>;

/** The person with these two addresses, of which either may be missing. */
async function personOf(jid: string, alternative: string | undefined, phoneOf: PhoneOf): Promise<Person> {
  const both = [jid, ...(alternative ? [alternative] : [])];
  const lid = both.find(isLid);
  const phone = both.find(isPhone) ?? (lid === undefined ? null : await phoneOf(withoutDevice(lid)));
  const hidden = lid === undefined ? null : `${userOf(lid)}${lidSuffix}`;
  return { address: phone ? userOf(phone) : (hidden ?? userOf(jid)), lid: hidden };
}

export interface Chat {
  /** Of a group the participant. */
  readonly person: Person;
  /** Digits, as contacts have them. */
  readonly groupId: string | null;
}

/** Who a message, receipt or call is from, or to when it is our own. */
export async function chatOf(key: WAMessageKey, phoneOf: PhoneOf): Promise<Chat | null> {
  const chat = key.remoteJid;
  if (!chat || isIgnored(chat)) return null;
  if (!isGroup(chat)) return { person: await personOf(chat, key.remoteJidAlt, phoneOf), groupId: null };
  const person = await personOf(key.participant || chat, key.participantAlt, phoneOf);
  return { person, groupId: userOf(chat) };
}

/** Neither a phone, nor a group, nor somebody whose number is hidden: a contact of another channel. */
export const isForeign = (address: string): boolean => !/^[\d-]+(@(lid|s\.whatsapp\.net|g\.us))?$/.test(address);

export const phoneJid = (number: string): string => `${number}${phoneSuffix}`;

/** The conversation that is stored under an address; null for a phone, which WhatsApp has to be asked for. */
export function jidOfAddress(address: string): string | null {
  if (address.includes('@')) return address;
  // groups have at least 15 digits; older ones are named by their creator and time
  return address.length >= 15 || address.includes('-') ? `${address}${groupSuffix}` : null;
}
