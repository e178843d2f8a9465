import type { Schemas } from '../../providers/api-types';
import { formatTime } from '../../shared/format';
import { firstName } from './first-name';
import { normalize } from './search-highlight';
import { fillPlaceholders } from './template';
import { plainText } from './text-format';
import type { Ticket } from './types';

export type QuickMessage = Schemas['QuickMessageRecord'];

const PREVIEW_LENGTH = 35;
const MAX_SUGGESTIONS = 50;

/** The text after the slash; null if it is not a search. */
export function searchTermOf(text: string): string | null {
  return text.startsWith('/') && text.length > 1 ? text.slice(1).trim() : null;
}

/** Lists matches of the shortcode's beginning first, then of the whole shortcode, then of the text. */
export function suggest(messages: readonly QuickMessage[], term: string): QuickMessage[] {
  const wanted = normalize(term);
  const usable = messages.filter(({ message, isMedia }) => isMedia || message.trim() !== '');
  const ranked = usable.map((message) => ({ message, rank: rankOf(message, wanted) }));
  return ranked
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ message }) => message);
}

function rankOf({ shortcode, message }: QuickMessage, wanted: string): number {
  const code = normalize(shortcode);
  if (code.startsWith(wanted)) return 0;
  if (code.includes(wanted)) return 1;
  return normalize(message).includes(wanted) ? 2 : 3;
}

export function previewOf(text: string): string {
  const letters = [...plainText(text).replace(/\s+/g, ' ').trim()];
  return letters.length > PREVIEW_LENGTH ? `${letters.slice(0, PREVIEW_LENGTH).join('')}…` : letters.join('');
}

// texts go to contacts, so they are Portuguese in any language of the user
function greetingAt(hour: number): string {
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}

/** Fills in the variables; unknown ones stay in the text. */
export function fillVariables(
  text: string,
  { contact, code }: { contact: Pick<Ticket['contact'], 'name'>; code: Ticket['code'] | '' },
  now = new Date(),
): string {
  const greeting = greetingAt(now.getHours());
  return fillPlaceholders(text, {
    name: contact.name,
    firstName: firstName(contact.name),
    ms: greeting,
    greeting,
    protocol: String(code),
    hora: formatTime(now),
  });
}
