const two = (value: number) => String(value).padStart(2, '0');

/** dd/MM/yyyy in the viewer's time zone; a date without a time is taken as written. */
export function formatDate(value: string | Date): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value.split('-').reverse().join('/');
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** The number of a conversation: 20 481. */
export function formatCode(code: number): string {
  return String(code).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** HH:mm in the viewer's time zone. */
export function formatTime(value: string | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** dd/MM/yyyy HH:mm. */
export function formatDateTime(value: string | Date): string {
  return `${formatDate(value)} ${formatTime(value)}`.trim();
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** R$ 1.234,56 — money is pt-BR in every language. */
export function formatMoney(value: number): string {
  return money.format(value);
}

/** 1.234 */
export const formatCount = (value: number): string => value.toLocaleString('pt-BR');

/** 1.234,56 */
export function formatDecimal(value: number): string {
  return decimal.format(value);
}

/** Numbers with 15 digits or more belong to groups. */
export function isGroupNumber(number: string): boolean {
  return number.replace(/\D/g, '').length >= 15;
}

/** +55 (11) 98765-4321 for Brazilian numbers, +digits for others, anything else as it is. */
export function formatPhone(number: string): string {
  // the provider's id of somebody without a visible number
  if (/[^\d\s()+.-]/.test(number)) return number;
  const digits = number.replace(/\D/g, '');
  if (digits.length < 8 || isGroupNumber(digits)) return number;
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return brazilian ? `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}` : `+${digits}`;
}

/** A Brazilian number without its country code: (11) 98765-4321. */
export function formatLocalPhone(number: string): string {
  return formatPhone(number).replace(/^\+55 /, '');
}

const units = ['B', 'kB', 'MB', 'GB'];

/** 1,4 MB */
export function formatBytes(bytes: number, locale = 'pt-BR'): string {
  const step = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${units[step]}`;
}

/** 45 s, 12 min 30 s, 27 h 05 min; a dash for none. */
export function formatSpan(seconds: number | null): string {
  if (seconds === null) return '–';
  const all = Math.max(0, Math.round(seconds));
  if (all < 60) return `${all} s`;
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  if (hours === 0) return all % 60 === 0 ? `${minutes} min` : `${minutes} min ${all % 60} s`;
  return `${formatCount(hours)} h ${String(minutes).padStart(2, '0')} min`;
}

/** 2,4; a dash for none. */
export const formatRating = (rating: number | null): string =>
  rating === null ? '–' : rating.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
