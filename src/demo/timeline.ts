import type { DemoConversation, DemoMessage } from './demo-data.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Minutes before a message when the data names none; always the same. */
function pause(message: DemoMessage, before: DemoMessage | undefined, index: number): number {
  if (message.gap !== undefined) return message.gap;
  const step = (index * 37 + message.text.length * 13) % 10;
  return before && before.from === message.from ? 0.3 + step * 0.05 : 1 + step * 0.3;
}

/** The date so many working days later, or before, in São Paulo. */
export function workingDay(now: Date, count: number): string {
  const local = new Date(now.getTime() - 3 * 60 * minute);
  for (let left = Math.abs(count); left > 0; ) {
    local.setTime(local.getTime() + Math.sign(count) * day);
    if (local.getUTCDay() % 6 !== 0) left -= 1;
  }
  return local.toISOString().slice(0, 10);
}

/** Seconds past the full minute. */
const secondsOf = (messages: readonly DemoMessage[]): number =>
  messages.reduce((sum, { text }) => sum + text.length * 1307, 0) % minute;

/** When each message was written: counted back from the last or on from the first one. */
export function messageTimes(
  { messages, day: daysBefore, at = '09:00', ago = 0 }: DemoConversation,
  now: Date,
): Date[] {
  const offsets: number[] = [];
  for (const [index, message] of messages.entries()) {
    const before = offsets.at(-1);
    offsets.push(before === undefined ? 0 : before + pause(message, messages[index - 1], index) * minute);
  }
  const length = offsets.at(-1) ?? 0;
  const start =
    daysBefore === undefined
      ? now.getTime() - ago * minute - length - secondsOf(messages)
      : // no daylight saving time in Brazil since 2019
        Date.parse(`${workingDay(now, -daysBefore)}T${at}:00-03:00`) + secondsOf(messages);
  return offsets.map((offset) => new Date(Math.round(start + offset)));
}
