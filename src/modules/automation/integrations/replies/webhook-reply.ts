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
  /^(?:(?:the )?(?:workflow|webhook|event|message|request)[ _](?:(?:was|has been|got) )?(?:started|received|accepted|processed|queued|sent)|workflow executed successfully.*|webhook call received|ok|okay|true|null|success|successful|successfully|accepted|received|processed|queued|done|created|no content|\d{1,3})[.!]?$/iu;

/** Sentences of n8n, which answers some failures with 200, and of proxies. */
const failure =
  /^(?:error in workflow|workflow (?:webhook error\b.*|could not be started|failed)|(?:the requested|this) webhook .*is not registered\b.*|(?:no|unused) respond to webhook node .*|no item to return (?:was|got) found|there was a problem executing the workflow.*|(?:error(?: code)?:? *)?(?:[45]\d\d *)?(?:internal server error|bad gateway|bad request|service (?:temporarily )?unavailable|gateway time-?out|not found|forbidden|unauthorized|method not allowed|too many requests))[.!]*$/isu;
/** A page, or the stack of an error in JavaScript, Java, Python or PHP, anywhere in a text. */
const pageOrStack =
  /<(?:!doctype html|html|body)\b|^[ \t]+at [^\n]{1,500}(?::\d+\)|:\d+:\d+)$|^Traceback \(most recent call last\)|^(?:PHP )?(?:Fatal|Parse) error: |^#0 \S+\(\d+\): /imu;
/** What n8n and web frameworks add to the `message` of an error. */
const failureKeys = ['error', 'stack', 'stacktrace', 'hint', 'errorMessage'] as const;

const isTechnical = (text: string): boolean => failure.test(text.trim()) || pageOrStack.test(text);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads `{ messages: [{ body }] }`, the same in an array (n8n), `{ output | text | reply | message }`, or a text. Markdown
 * becomes marks of messages, thoughts of models are left out, and so is an item that cannot be read or tells of a failure.
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

/** undefined: a message that cannot be read, or that no customer should. */
function textsOf(answer: unknown): (string | undefined)[] {
  if (typeof answer === 'string') {
    const inner = /^\s*[{[]/.test(answer) ? parsed(answer) : null;
    if (inner !== null) return textsOf(inner);
    return acknowledgement.test(answer.trim()) ? [] : [isTechnical(answer) ? undefined : answer];
  }
  if (Array.isArray(answer)) return answer.slice(0, 2 * maxMessages).flatMap(textsOf);
  if (!isObject(answer)) return [];
  const { messages } = answer;
  if (messages !== undefined)
    return Array.isArray(messages) ? messages.slice(0, 2 * maxMessages).map(itemText) : [undefined];
  const key = textKeys.find((name) => answer[name] !== undefined && answer[name] !== null);
  if (key === undefined) return [];
  const text = answer[key];
  if (key === 'message' && isFailure(answer)) return [undefined];
  return typeof text === 'string' ? textsOf(text) : isObject(text) ? [] : [undefined];
}

/** A status of HTTP that is no success, the 0 of n8n, or an error of Node; a coupon has a code, too. */
const failedStatus = /^(?:0|[1345]\d\d|E[A-Z]{3,})$/;

/** `{ code: 404, message: … }` of n8n, `{ statusCode, error, message }` of other programs. */
function isFailure(answer: Readonly<Record<string, unknown>>): boolean {
  const status = answer['code'] ?? answer['statusCode'];
  return failedStatus.test(String(status)) || failureKeys.some((name) => Boolean(answer[name]));
}

function itemText(item: unknown): string | undefined {
  const values = isObject(item) ? ['body', ...textKeys].map((name) => item[name]) : [item];
  const text = values.find((value) => typeof value === 'string');
  return text === undefined || text.includes('\u0000') || isTechnical(text) ? undefined : text;
}
