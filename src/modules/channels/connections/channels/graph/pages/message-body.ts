import type { MediaKind, OutboundInteractive, OutboundMessage } from '../../channel.js';

/** The Messenger Platform's names for kinds of files. */
export const attachmentTypes: Readonly<Record<MediaKind, string>> = {
  image: 'image',
  sticker: 'image',
  audio: 'audio',
  video: 'video',
  application: 'file',
};

/** Length of the title of a quick reply. */
const maxTitle = 20;

/**
 * The `message` objects for one message: files have no captions, and texts a maximum length, so it may need several.
 * @param attachmentId the uploaded file of a media message
 */
export function messageParts(message: OutboundMessage, attachmentId: string | null, maxBytes: number): object[] {
  const { type, body, interactive } = message;
  const file =
    attachmentId === null || type === 'chat' || type === 'template' || type === 'interactive'
      ? []
      : [{ attachment: { type: attachmentTypes[type], payload: { attachment_id: attachmentId } } }];
  if (!interactive) return [...file, ...textParts(body, maxBytes).map((text) => ({ text }))];
  const lines = [interactive.header, body, interactive.footer].filter((line) => line !== null);
  const texts = textParts(lines.join('\n\n'), maxBytes);
  const replies = choicesOf(interactive);
  return texts.map((text, index) => (index < texts.length - 1 ? { text } : { text, quick_replies: replies }));
}

const choicesOf = ({ buttons, sections }: OutboundInteractive): object[] =>
  [...buttons, ...sections.flatMap(({ rows }) => rows)].map(({ id, title }) => ({
    content_type: 'text',
    title: title.slice(0, maxTitle),
    payload: id,
  }));

/** Splits a text into parts of at most `maxBytes` bytes, between words if possible. */
export function textParts(text: string, maxBytes: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (Buffer.byteLength(rest) > maxBytes) {
    // removes a character that the limit cuts in two
    const head = Buffer.from(rest)
      .subarray(0, maxBytes)
      .toString('utf8')
      .replace(/\uFFFD+$/, '');
    const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
    const end = space > head.length / 2 ? space : head.length;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}
