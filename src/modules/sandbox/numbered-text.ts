import type { OutboundInteractive } from '../connections/channels/channel.js';

/** Choices as text: the phone has no buttons, so that its customers type the number. */
export function numberedText(body: string, { header, footer, buttons, sections }: OutboundInteractive): string {
  const choices = [...buttons, ...sections.flatMap(({ rows }) => rows)];
  const lines = choices.map(
    ({ title, description }, index) => `${index + 1}. ${title}${description ? ` – ${description}` : ''}`,
  );
  const parts = [header === null ? '' : `*${header}*`, body, lines.join('\n'), footer === null ? '' : `_${footer}_`];
  return parts.filter((part) => part !== '').join('\n\n');
}
