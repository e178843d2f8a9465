import { getAreaCodeInfo } from '@brazilian-utils/brazilian-utils/get-area-code-info';
import { isSupportedCountry, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { coreErrors } from './errors/core-errors.js';
import { type Localized, t } from './i18n.js';

/** A number of at least this many digits is the id of a group (spec 000 §3). */
export const groupDigits = 15;
const minDigits = 8;
const maxLength = 100;

/** A Brazilian mobile number from before 2016: country, area, eight digits beginning with 6 to 9. */
const withoutNinth = /^55(\d{2})([6-9]\d{7})$/;

/**
 * Numbers that providers and people write in two ways, beside those of Brazil, with the stored spelling first.
 * - Mexico: the 1 before mobile numbers is no longer dialled since August 2019 (ITU-T Operational Bulletin 1172), but
 *   WhatsApp still reports it.
 * - Argentina: mobile numbers have a 9 after the country code when called from abroad, and a 15 after the area code at
 *   home (libphonenumber, which also knows the length of each area code). Some write neither; WhatsApp reports the 9.
 */
const secondSpellings: readonly { readonly stored: RegExp; readonly other: string }[] = [
  { stored: /^52(\d{10})$/, other: '521$1' },
  { stored: /^549(\d{10})$/, other: '54$1' },
];

/**
 * The canonical spelling of a number with its country code, so that each number is stored once: digits only, including
 * the ninth digit that providers omit in older Brazilian mobile numbers, without the 1 of Mexican and with the 9 of
 * Argentine mobile numbers. Brazilian landlines, other countries and group ids stay as they are.
 *
 * @example `normalisePhone('+55 (41) 8888-7777')` is `'5541988887777'`
 */
export function normalisePhone(text: string): string {
  const digits = digitsOf(text);
  const [, area = '', number = ''] = withoutNinth.exec(digits) ?? [];
  if (isAreaCode(area)) return `55${area}9${number}`;
  if (/^521\d{10}$/.test(digits)) return `52${digits.slice(3)}`;
  return /^54\d{10,12}$/.test(digits) ? argentine(digits) : digits;
}

function argentine(digits: string): string {
  const read = digitsOf(parsePhoneNumberFromString(`+${digits}`)?.number ?? digits);
  return /^54[1-8]\d{9}$/.test(read) ? `549${read.slice(2)}` : read;
}

/** Further spellings of a stored number, in which version 1.0.0 stored it. */
export const otherSpellings = (number: string): string[] =>
  secondSpellings.flatMap(({ stored, other }) => (stored.test(number) ? [number.replace(stored, other)] : []));

/** The reasons why a text is no phone number. */
export const phoneFaults = {
  short: t('Muito curto!', 'Too short!', '¡Demasiado corto!'),
  long: t('Muito longo!', 'Too long!', '¡Demasiado largo!'),
  invalid: t('Número inválido', 'Invalid number', 'Número no válido'),
  areaCodeMissing: t(
    'Falta o DDD: escreva o número com o código de área',
    'The area code is missing: write the number with it',
    'Falta el código de área: escriba el número con él',
  ),
  areaCodeUnknown: t('Este DDD não existe', 'This area code does not exist', 'Este código de área no existe'),
  several: t('Escreva um número só', 'Write one number only', 'Escriba un solo número'),
  rounded: t(
    'A planilha arredondou o número; formate a coluna como texto',
    'The sheet rounded the number; format the column as text',
    'La planilla redondeó el número; dé formato de texto a la columna',
  ),
};

export type ReadPhone =
  | { readonly number: string; readonly fault?: undefined }
  | { readonly number?: undefined; readonly fault: Localized };

const refused = (fault: keyof typeof phoneFaults): ReadPhone => ({ fault: phoneFaults[fault] });

const extension = /[\s,;-]*(?:ramal|ram|r|extens[aã]o|extensi[oó]n|ext|anexo|interno|int|x|#)[.:\s]*\d{1,6}$/i;
/** Matches a word before or after the number, like `Tel.:` or `(casa)`. */
const label = /^\p{L}+[.:\s]+(?=[\d+(])|\s\(?\p{L}+\)?$/gu;

/** The country of companies that chose no other. */
export const defaultCountry = 'BR';

/**
 * Reads a number as people write it, in the spelling of {@link normalisePhone}, or returns why it is none. After `+` or
 * `00` it begins with a country code. Otherwise it is read as it is dialled in the company's country, in Brazil ten or
 * eleven digits, also after a 0 and the code of a carrier; anything else must begin with a country code. Ids of groups
 * stay as they are.
 *
 * @param country of the company, as ISO 3166 has it
 * @example `readPhone('(41) 98888-7777', 'BR')` is `{ number: '5541988887777' }`
 */
export function readPhone(written: string, country: string): ReadPhone {
  if (written.length > maxLength) return refused('long');
  const text = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/@\S+$/, '')
    .replace(/0xx(?=\d\d)/i, '0')
    .replace(/^(\+?\d{8,})[.,]0+$/, '$1');
  if (/\d[.,]?\d*e\+?\d/i.test(text)) return refused('rounded');
  const listed = text.split(/[,;/|\n]|\s(?:ou|or|o|e|and|y)\s/i).filter((part) => digitsOf(part).length >= minDigits);
  if (listed.length > 1) return refused('several');
  if (/^\d{15,}$|^\d{8,}-\d{8,}$/.test(text)) return { number: digitsOf(text) };
  const number = text.replace(extension, '').replace(label, '');
  const digits = digitsOf(number);
  if (/\p{L}/u.test(number)) return refused('invalid');
  if (digits.length < minDigits) return refused('short');
  if (/^(\d)\1+$/.test(digits)) return refused('invalid');
  if (number.includes('+')) return international(digits);
  if (digits.startsWith('00')) return international(digits.slice(2));
  if (country !== defaultCountry) return dialledIn(country, digits);
  if (digits.startsWith('0')) return brazilian(digits);
  if (isBrazilian(digits)) return brazilian(digits);
  return subscriber.test(digits) ? refused('areaCodeMissing') : international(digits);
}

/** Calls {@link readPhone} for a field. @throws 400 with the reason at the field */
export function phoneFrom(written: string, country: string, field = 'number'): string {
  const { fault, number } = readPhone(written, country);
  if (fault) throw coreErrors.ERR_VALIDATION({ fields: { [field]: fault } });
  return number;
}

/** Whether digits with a country code would be read as a number of the company's country without one. */
export const looksLocal = (digits: string, country: string): boolean =>
  readPhone(`+${digits}`, country).number === digits && readPhone(digits, country).number !== digits;

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const isAreaCode = (digits: string): boolean => getAreaCodeInfo(digits) !== null;

/** Matches a mobile number, also from before 2016, or a landline. */
const subscriber = /^(9\d{8}|[2-9]\d{7})$/;
const isBrazilian = (digits: string): boolean => subscriber.test(digits.slice(2)) && isAreaCode(digits.slice(0, 2));

/** Reads an area code and number, also after a 0 and the two digits of a carrier. */
function brazilian(digits: string): ReadPhone {
  const dialled = digits.replace(/^0+/, '');
  const national = digits.startsWith('0') && dialled.length > 11 ? dialled.slice(2) : dialled;
  if (isBrazilian(national)) return { number: normalisePhone(`55${national}`) };
  if (subscriber.test(national)) return refused('areaCodeMissing');
  return refused(subscriber.test(national.slice(2)) ? 'areaCodeUnknown' : 'invalid');
}

/** Reads a number as it is dialled in a country other than Brazil, or with a country code but no `+`. */
function dialledIn(country: string, digits: string): ReadPhone {
  const local = isSupportedCountry(country) ? parsePhoneNumberFromString(digits, country) : undefined;
  if (local?.isValid()) return { number: normalisePhone(local.number) };
  return digits.startsWith('0') ? refused('invalid') : international(digits);
}

function international(digits: string): ReadPhone {
  if (digits.startsWith('55')) return brazilian(digits.slice(2));
  if (digits.length >= groupDigits) return refused('long');
  // providers write Mexican mobile numbers with a 1 that is no longer dialled
  const dialled = digits.replace(/^521(?=\d{10}$)/, '52');
  return isValidPhoneNumber(`+${dialled}`) ? { number: normalisePhone(digits) } : refused('invalid');
}
