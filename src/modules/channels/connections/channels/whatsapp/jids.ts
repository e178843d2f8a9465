import type { WAMessageKey } from 'baileys';

/** A LID is WhatsApp's own id of a person, besides the phone number. */
export const lidSuffix = '@lid';
const phoneSuffix = '@s.whatsapp.net';
const groupSuffix = '@g.us';

export const isLid = (jid: string): boolean => jid.endsWith(lidSuffix) || jid.endsWith('@hosted.lid');
export const isGroup = (jid: string): boolean => jid.endsWith(groupSuffix);
const isPhone = (jid: string): boolean => jid.endsWith(phoneSuffix) || jid.endsWith('@hosted');

/** Whether an address is no conversation: status messages, broadcast lists, channels, bots. */
export const isIgnored = (jid: string): boolean => !isLid(jid) && !isGroup(jid) && !isPhone(jid);

/** The part before the server, without the device number. */
export const userOf = (jid: string): string => jid.replace(/@.*$/, '').replace(/[:_].*$/, '');

/** The address without the device number. */
export const withoutDevice = (jid: string): string => `${userOf(jid)}${jid.slice(jid.lastIndexOf('@'))}`;

/** A person; `address` is a contact's number, or the LID when the number is hidden. */
export interface Person {
  readonly address: string;
  readonly lid: string | null;
}

/** Finds the phone number of a LID when a message does not contain it; null: the number is hidden. */
export type PhoneOf = (lid: string) => Promise<string | null>;

/** The person with these two addresses, one of which may be missing. */
async function personOf(jid: string, alternative: string | undefined, phoneOf: PhoneOf): Promise<Person> {
  const both = [jid, ...(alternative ? [alternative] : [])];
  const lid = both.find(isLid);
  const phone = both.find(isPhone) ?? (lid === undefined ? null : await phoneOf(withoutDevice(lid)));
  const hidden = lid === undefined ? null : `${userOf(lid)}${lidSuffix}`;
  return { address: phone ? userOf(phone) : (hidden ?? userOf(jid)), lid: hidden };
}

export interface Chat {
  /** In a group, the participant. */
  readonly person: Person;
  /** The digits of the group's id, as contacts store them. */
  readonly groupId: string | null;
}

/** The sender of a message, receipt or call, or its recipient when we sent it. */
export async function chatOf(key: WAMessageKey, phoneOf: PhoneOf): Promise<Chat | null> {
  const chat = key.remoteJid;
  if (!chat || isIgnored(chat)) return null;
  if (!isGroup(chat)) return { person: await personOf(chat, key.remoteJidAlt, phoneOf), groupId: null };
  const person = await personOf(key.participant || chat, key.participantAlt, phoneOf);
  return { person, groupId: userOf(chat) };
}

/** Whether an address is no phone, group or LID: it belongs to a contact of another channel. */
export const isForeign = (address: string): boolean => !/^[\d-]+(@(lid|s\.whatsapp\.net|g\.us))?$/.test(address);

export const phoneJid = (number: string): string => `${number}${phoneSuffix}`;

/** The WhatsApp address of a stored address; null for a phone number, for which WhatsApp has to be asked. */
export function jidOfAddress(address: string): string | null {
  if (address.includes('@')) return address;
  // group ids have at least 15 digits; older ones consist of their creator and a time
  return address.length >= 15 || address.includes('-') ? `${address}${groupSuffix}` : null;
}
