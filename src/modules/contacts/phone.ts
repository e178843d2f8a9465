import { isValidPhoneNumber } from 'libphonenumber-js/mobile';

/** A number of at least so many digits is a group's (spec 000 §3). */
export const groupDigits = 15;

/** Brazilian mobile before 2016: country, area, eight digits from 6 on. */
const withoutNinth = /^(55\d{2})([6-9]\d{7})$/;

/**
 * The canonical spelling of a number, so that a customer is one contact: digits only, and the ninth digit that providers
 * leave out of older Brazilian mobiles. Landlines, other countries and group ids stay as they are.
 *
 * @example `normalisePhone('+55 (41) 8888-7777')` is `'5541988887777'`
 */
export function normalisePhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  const [, area, subscriber] = withoutNinth.exec(digits) ?? [];
  const completed = `${area}9${subscriber}`;
  return area && isValidPhoneNumber(`+${completed}`) ? completed : digits;
}

/** Area, and a mobile or a landline of Brazil. */
const national = /^[1-9][1-9](9\d{8}|[2-9]\d{7})$/;

/**
 * As {@link normalisePhone}, for files that people write: a number of Brazil without its country code gets it.
 *
 * @example `phoneOfFile('(41) 98888-7777')` is `'5541988887777'`
 */
export function phoneOfFile(text: string): string {
  const digits = text.replace(/\D/g, '');
  return normalisePhone(!text.includes('+') && national.test(digits) ? `55${digits}` : digits);
}
