import { asObject, asObjects, asText, type Json } from '../graph/json-readers.js';

export interface SharedContact {
  name: string;
  phones: string[];
  emails: string[];
  organization: string | null;
  vcard: string;
}

const escaped = (value: string): string => value.replace(/[\\,;]/g, '\\$&').replace(/\r?\n/g, '\\n');
const kindOf = (entry: Json, fallback: string): string => asText(entry['type'])?.replace(/[^\w-]/g, '') || fallback;

/** Reads one member of a `contacts` message; null when it has no name, number or address. */
export function sharedContact(raw: unknown): SharedContact | null {
  const card = asObject(raw);
  if (!card) return null;
  const phones = asObjects(card['phones']).filter((entry) => entry !== null);
  const emails = asObjects(card['emails']).filter((entry) => entry !== null);
  const numbers = phones
    .map((entry) => asText(entry['phone']) ?? asText(entry['wa_id']))
    .filter((phone) => phone !== null);
  const addresses = emails.map((entry) => asText(entry['email'])).filter((email) => email !== null);
  const organization = asText(asObject(card['org'])?.['company']);
  const name = nameOf(asObject(card['name'])) ?? organization ?? numbers[0] ?? addresses[0];
  if (name === undefined) return null;
  const vcard = asText(card['vcard']) ?? build(name, asObject(card['name']), organization, phones, emails);
  return { name, phones: numbers, emails: addresses, organization, vcard };
}

function nameOf(name: Json | null): string | null {
  if (!name) return null;
  const parts = [asText(name['first_name']), asText(name['last_name'])].filter((part) => part !== null);
  return asText(name['formatted_name']) ?? (parts.length > 0 ? parts.join(' ') : null);
}

function build(
  fullName: string,
  name: Json | null,
  organization: string | null,
  phones: Json[],
  emails: Json[],
): string {
  const names = ['last_name', 'first_name', 'middle_name', 'prefix', 'suffix'].map((key) => asText(name?.[key]) ?? '');
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `N:${names.map(escaped).join(';')}`, `FN:${escaped(fullName)}`];
  if (organization) lines.push(`ORG:${escaped(organization)}`);
  for (const entry of phones) {
    const phone = asText(entry['phone']) ?? asText(entry['wa_id']);
    const waid = asText(entry['wa_id'])?.replace(/\D/g, '');
    if (phone) lines.push(`TEL;type=${kindOf(entry, 'CELL')}${waid ? `;waid=${waid}` : ''}:${escaped(phone)}`);
  }
  for (const entry of emails) {
    const email = asText(entry['email']);
    if (email) lines.push(`EMAIL;type=${kindOf(entry, 'WORK')}:${escaped(email)}`);
  }
  return [...lines, 'END:VCARD'].join('\n');
}
