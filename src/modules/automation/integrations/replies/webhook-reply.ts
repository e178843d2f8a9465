import { messageMarks } from '../../prompts/answers/message-marks.policy.js';
import { withoutThoughts } from '../../prompts/endpoint/thoughts.policy.js';
import { storable } from '../typebot/rich-text.js';

/** The messages in the answer of n8n or a webhook; `invalid` when it has some, but none that can be read. */
export interface WebhookReply {
  readonly texts: readonly string[];
  readonly invalid: boolean;
}

const maxMessages = 10;
/** Longer than all parts into which a text is divided. */
const maxText = 100_000;
/** The names under which programs answer with one text; `output` is that of n8n's AI agent. */
const textKeys = ['output', 'text', 'reply', 'message', 'body'] as const;

/** Acknowledgements of receivers, as "Workflow was started" of n8n, which are not meant for a customer. */
const acknowledgement =
  /^(?:(?:the )?(?:workflow|webhook|event|message|request)[ _](?:(?:was|has been|got) )?(?:started|received|accepted|processed|queued|sent)|ok|okay|true|null|success|successful|successfully|accepted|received|processed|queued|done|created|no content|\d{1,3})[.!]?$/iu;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads `{ messages: [{ body }] }`, the same in an array (n8n), `{ output | text | reply | message }`, or a text. Markdown
 * becomes marks of messages, thoughts of models are left out, and so is an item that cannot be read.
 */
export function readWebhookReply(body: string): WebhookReply {
  const found = textsOf(parsed(body));
  const texts = found
    .filter((text) => text !== undefined)
    .map((text) => messageText(text))
    .filter((text) => text !== '');
  return { texts: texts.slice(0, maxMessages), invalid: texts.length === 0 && found.includes(undefined) };
}

/** A text of a program as it is sent. */
export const messageText = (text: string): string =>
  messageMarks(storable(withoutThoughts(text.slice(0, maxText))).trim());

/** A body that is no JSON is a text, unless it is a page or broken JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return /^\s*[<{[]/.test(body) ? null : body;
  }
}

/** undefined: a message that cannot be read. */
function textsOf(answer: unknown): (string | undefined)[] {
  if (typeof answer === 'string') return acknowledgement.test(answer.trim()) ? [] : [answer];
  if (Array.isArray(answer)) return answer.slice(0, 2 * maxMessages).flatMap(textsOf);
  if (!isObject(answer)) return [];
  const { messages } = answer;
  if (messages !== undefined)
    return Array.isArray(messages) ? messages.slice(0, 2 * maxMessages).map(itemText) : [undefined];
  const key = textKeys.find((name) => answer[name] !== undefined && answer[name] !== null);
  if (key === undefined) return [];
  const text = answer[key];
  return typeof text === 'string' ? textsOf(text) : isObject(text) ? [] : [undefined];
}

function itemText(item: unknown): string | undefined {
  const values = isObject(item) ? ['body', ...textKeys].map((name) => item[name]) : [item];
  const text = values.find((value) => typeof value === 'string');
  return text?.includes('\u0000') ? undefined : text;
}
