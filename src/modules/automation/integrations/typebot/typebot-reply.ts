import { choiceOf } from '../replies/choice.policy.js';
import { maxTextLength, storable, whatsAppText } from './rich-text.js';

/** A message of a flow that is sent after a pause. */
export interface Bubble {
  readonly delayMs: number;
  readonly text?: string;
  /** The address of a file. */
  readonly url?: string;
}

/** The input that a flow waits for; without items it is any text. */
export interface TypebotQuestion {
  readonly items: readonly string[];
  /** Whether several items may be chosen. */
  readonly several: boolean;
  /** Whether the flow asks for a file, whose address is sent. */
  readonly file?: boolean;
}

export interface TypebotReply {
  readonly bubbles: readonly Bubble[];
  /** null: the flow has ended. */
  readonly question: TypebotQuestion | null;
  /** Whether the flow continues after a pause without the customer. */
  readonly goesOn: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** The rest of a longer answer is not read, because answers come from untrusted servers. */
const maxBubbles = 30;
const maxParts = 2 * maxBubbles;
const maxMembers = 1_000;
const maxItems = 50;
const maxItemLength = 500;
const maxWaitSeconds = 60;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
const listOf = (value: unknown): Members[] => (Array.isArray(value) ? value.slice(0, maxMembers).map(membersOf) : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? storable(value.slice(0, maxTextLength)).trim() : '';
const itemOf = (value: unknown): string => textOf(typeof value === 'string' ? value.slice(0, maxItemLength) : value);
const isWebUrl = (url: string): boolean => /^https?:\/\/\S+$/.test(url);

/**
 * Converts an answer of `startChat` or `continueChat` to messages: rich text with WhatsApp's formatting, choices as a
 * numbered list, files by address, waits as pauses (behaviour.md §7). Parts that WhatsApp cannot show are left out.
 * @param delayMs between two messages
 */
export function readReply(answer: unknown, delayMs: number): TypebotReply {
  const { messages, input, clientSideActions } = membersOf(answer);
  const actions = listOf(clientSideActions);
  const question = questionOf(input);
  const after = Map.groupBy(actions, ({ lastBubbleBlockId: id }) => id);
  const parts: Part[] = partsOf(after.get(undefined));
  for (const message of listOf(messages)) {
    if (parts.length >= maxParts) break;
    const id = textOf(message['id']);
    parts.push(bubbleOf(message), ...partsOf(after.get(id)));
    // the actions are used once, even when several messages have the same id
    after.delete(id);
  }
  if (question && question.items.length > 0) parts.push({ text: numbered(question.items) });
  const bubbles: Bubble[] = [];
  let waitMs = 0;
  for (const { waitSeconds, ...content } of parts.slice(0, maxParts)) {
    if (waitSeconds !== undefined) waitMs += waitSeconds * 1000;
    else if (content.text || content.url) {
      bubbles.push({ ...content, delayMs: delayMs + waitMs });
      waitMs = 0;
    }
  }
  const goesOn = question === null && actions.some((action) => action['expectsDedicatedReply'] === true);
  return { bubbles: bubbles.slice(0, maxBubbles), question, goesOn };
}

/** The text to send for the customer's text: that of the item which it chooses, or itself. */
export function choiceFor({ items, several }: TypebotQuestion, text: string): string {
  const pick = (part: string): string | undefined => items[choiceOf(part, items) ?? -1];
  const one = pick(text);
  if (one !== undefined || !several) return one ?? text.trim();
  for (const between of [/[,;\n]|\s(?:e|y|and)\s/iu, /[,;\s]+/u]) {
    const picked = text
      .split(between)
      .filter((part) => part.trim() !== '')
      .map(pick);
    if (picked.length > 0 && picked.every((item) => item !== undefined)) return picked.join(', ');
  }
  return text;
}

interface Part {
  readonly text?: string;
  readonly url?: string;
  readonly waitSeconds?: number;
}

function bubbleOf({ type, content }: Members): Part {
  const { richText, markdown, plainText, url, type: kind } = membersOf(content);
  const address = textOf(url);
  switch (type) {
    case 'text':
      return { text: Array.isArray(richText) ? whatsAppText(richText) : textOf(markdown ?? plainText) };
    case 'image':
    case 'audio':
      return isWebUrl(address) ? { url: address } : {};
    case 'video':
      // addresses of other kinds are pages of video platforms, not files
      return kind === 'url' && isWebUrl(address) ? { url: address } : { text: address };
    case 'embed':
    case 'custom-embed':
      return { text: address };
    default:
      return {};
  }
}

/** Waits and links; other actions, like scripts, only work in browsers. */
const partsOf = (actions: readonly Members[] = []): Part[] =>
  actions.slice(0, maxParts).flatMap(({ type, wait, redirect }): Part[] => {
    if (type === 'redirect') return [{ text: textOf(membersOf(redirect)['url']) }];
    const seconds = Number(membersOf(wait)['secondsToWaitFor']);
    return type === 'wait' && seconds > 0 ? [{ waitSeconds: Math.min(seconds, maxWaitSeconds) }] : [];
  });

function questionOf(input: unknown): TypebotQuestion | null {
  const { type, items, options } = membersOf(input);
  if (typeof type !== 'string') return null;
  const labels = listOf(items)
    .slice(0, maxItems)
    .flatMap(({ content, title, paths }) =>
      Array.isArray(paths) ? listOf(paths).map(({ text }) => itemOf(text)) : [itemOf(content) || itemOf(title)],
    );
  const several = membersOf(options)['isMultipleChoice'] === true;
  return { items: labels.filter(Boolean).slice(0, maxItems), several, file: type === 'file input' };
}

const numbered = (items: readonly string[]): string =>
  items.map((item, index) => `*[ ${index + 1} ]* - ${item}`).join('\n');
