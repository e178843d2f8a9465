import type { Line, Script } from '../script.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Minutes that somebody takes when the script does not say; the same in every demo. */
function pause(line: Line, before: Line | undefined, index: number): number {
  if (line.gap !== undefined) return line.gap;
  const step = (index * 37 + line.text.length * 13) % 10;
  return before && before.from === line.from ? 0.3 + step * 0.05 : 1 + step * 0.3;
}

/** The day so many working days before, as São Paulo counts days. */
function workingDayBefore(now: Date, count: number): string {
  const local = new Date(now.getTime() - 3 * 60 * minute);
  for (let left = count; left > 0; ) {
    local.setTime(local.getTime() - day);
    if (local.getUTCDay() % 6 !== 0) left -= 1;
  }
  return local.toISOString().slice(0, 10);
}

/** Nothing happens on the full minute. */
const secondsOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + text.length * 1307, 0) % minute;

/** When each line of a script was written: back from its last one, or on from its first one. */
export function lineTimes({ lines, day: daysBefore, at = '09:00', ago = 0 }: Script, now: Date): Date[] {
  const offsets: number[] = [];
  for (const [index, line] of lines.entries()) {
    const before = offsets.at(-1);
    offsets.push(before === undefined ? 0 : before + pause(line, lines[index - 1], index) * minute);
  }
  const length = offsets.at(-1) ?? 0;
  const start =
    daysBefore === undefined
      ? now.getTime() - ago * minute - length - secondsOf(lines)
      : // no summer time in Brazil since 2019
        Date.parse(`${workingDayBefore(now, daysBefore)}T${at}:00-03:00`) + secondsOf(lines);
  return offsets.map((offset) => new Date(Math.round(start + offset)));
}
