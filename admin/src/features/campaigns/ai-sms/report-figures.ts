/** What the figures need of a row of the report. */
interface SentRow {
  /** ISO 8601. */
  time: string;
  is_sent: number;
}

export const periods = ['today', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** Sent and not sent, by hour, weekday, day of the month or month, counted from 0. */
export interface Figures {
  sent: number[];
  unsent: number[];
}

const startsAt = ([year, month, day]: readonly [number, number, number]): number => Date.UTC(year, month, day);

/** Begin and end of each period in UTC (spec 001 §4), how many parts it has, and to which of them a time belongs. */
function spans(now: Date): Record<Period, [from: number, until: number, parts: number, part: (time: Date) => number]> {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const sunday = day - now.getUTCDay();
  const days = new Date(startsAt([year, month + 1, 0])).getUTCDate();
  return {
    today: [startsAt([year, month, day]), startsAt([year, month, day + 1]), 24, (time) => time.getUTCHours()],
    week: [startsAt([year, month, sunday]), startsAt([year, month, sunday + 7]), 7, (time) => time.getUTCDay()],
    month: [startsAt([year, month, 1]), startsAt([year, month + 1, 1]), days, (time) => time.getUTCDate() - 1],
    year: [startsAt([year, 0, 1]), startsAt([year + 1, 0, 1]), 12, (time) => time.getUTCMonth()],
  };
}

/** The rows of a report by the parts of a period around now. */
export function figuresOf(rows: readonly SentRow[], period: Period, now: Date): Figures {
  const [from, until, parts, part] = spans(now)[period];
  const figures: Figures = { sent: Array<number>(parts).fill(0), unsent: Array<number>(parts).fill(0) };
  for (const { time, is_sent } of rows) {
    const at = Date.parse(time);
    if (at < from || at >= until) continue;
    const counts = is_sent === 1 ? figures.sent : figures.unsent;
    const index = part(new Date(at));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return figures;
}
