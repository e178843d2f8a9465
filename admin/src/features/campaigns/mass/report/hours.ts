import type { Schemas } from '../../../../providers/api-types';

type Figures = Omit<Schemas['HourFigures'], 'hour'>;

export interface Span extends Figures {
  /** Unique among the spans. */
  name: string;
}

const HOUR_MS = 3_600_000;
/** As many bars as have room for their names. */
const MOST = 36;
const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (date: Date) => `${two(date.getDate())}/${two(date.getMonth() + 1)}`;
const none: Figures = { sent: 0, delivered: 0, read: 0, replied: 0 };

/** Every hour between the first and the last, oldest first, by the clock of the viewer; days where these are too many. */
export function spansOf(hours: readonly Schemas['HourFigures'][]): Span[] {
  const byStart = new Map(hours.map(({ hour, ...figures }) => [new Date(hour).getTime(), figures]));
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  const count = starts.length === 0 ? 0 : (last - first) / HOUR_MS + 1;
  const sameDay = dayOf(new Date(first)) === dayOf(new Date(last));
  if (count <= MOST)
    return Array.from({ length: count }, (_, index) => {
      const start = new Date(first + index * HOUR_MS);
      const hour = `${start.getHours()}h`;
      return { name: sameDay ? hour : `${dayOf(start)} ${hour}`, ...none, ...byStart.get(start.getTime()) };
    });
  const days = Map.groupBy(starts, (start) => {
    const date = new Date(start);
    return `${dayOf(date)}/${date.getFullYear()}`;
  });
  const sum = (of: readonly number[], name: keyof Figures) =>
    of.reduce((total, start) => total + (byStart.get(start)?.[name] ?? 0), 0);
  return [...days].map(([name, of]) => ({
    name,
    sent: sum(of, 'sent'),
    delivered: sum(of, 'delivered'),
    read: sum(of, 'read'),
    replied: sum(of, 'replied'),
  }));
}
