import type { HolidayInput } from '../holidays.dto.js';

type NationalHoliday = Pick<HolidayInput, 'name' | 'date' | 'yearly'>;

/** The holidays of the laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023. */
const fixed: readonly (readonly [name: string, monthAndDay: string])[] = [
  ['Confraternização Universal', '01-01'],
  ['Tiradentes', '04-21'],
  ['Dia do Trabalho', '05-01'],
  ['Independência do Brasil', '09-07'],
  ['Nossa Senhora Aparecida', '10-12'],
  ['Finados', '11-02'],
  ['Proclamação da República', '11-15'],
  ['Dia da Consciência Negra', '11-20'],
  ['Natal', '12-25'],
];

/** Brazil's national holidays: the fixed ones repeat yearly, and Good Friday is listed for this year and the next. */
export const nationalHolidays = (year: number): NationalHoliday[] => [
  ...fixed.map(([name, day]) => ({ name, date: `${year}-${day}`, yearly: true })),
  ...[year, year + 1].map((each) => ({ name: 'Sexta-feira Santa', date: goodFriday(each), yearly: false })),
];

/** Good Friday is two days before Easter, by the Gregorian computus (Meeus/Jones/Butcher). */
function goodFriday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  // counted from 22 March; Date turns a 40th of March into a day of April
  const easter = 22 + d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451);
  return new Date(Date.UTC(year, 2, easter - 2)).toISOString().slice(0, 10);
}
