/** A JSON object of unknown content. */
export type Json = Readonly<Record<string, unknown>>;

/** The value when it is an object, otherwise null. */
export const asObject = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;

/** The objects of a list; a value that is not a list becomes an empty list, other members become null. */
export const asObjects = (value: unknown): (Json | null)[] => (Array.isArray(value) ? value.map(asObject) : []);

// PostgreSQL refuses NUL in text and lone surrogates in jsonb: one such name would block its whole batch forever.
const storable = (value: string): string => value.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD');

/** A string that can be stored, or null; numbers are accepted, because providers write ids either way. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const clean = storable(value);
  return clean === '' ? null : clean;
}

/** A finite number, also when written as a string. */
export function asNumber(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const result = Number(value);
  return Number.isFinite(result) ? result : null;
}

const latestSecond = 4_102_444_800; // 2100-01-01; a greater value is not a time in seconds

/** The milliseconds of a Unix time in seconds, or null when the value is not one. */
export function asMillis(value: unknown): number | null {
  const seconds = asNumber(value);
  return seconds !== null && seconds > 0 && seconds < latestSecond ? Math.round(seconds * 1000) : null;
}

/** The milliseconds of a Unix time in milliseconds, or null when the value is not one. */
export function asMoment(value: unknown): number | null {
  const millis = asNumber(value);
  return millis !== null && millis > 0 && millis < latestSecond * 1000 ? Math.round(millis) : null;
}

const maxIdLength = 150;

/** An id that fits our columns; a longer id is malformed and must not make its whole batch fail. */
export function asIdentifier(value: unknown, maxLength = maxIdLength): string | null {
  const found = asText(value);
  return found !== null && found.length <= maxLength ? found : null;
}

/** A phone number as digits without plus; other identifiers (user ids, groups) are not changed. */
export function asAddress(value: unknown): string | null {
  const found = asIdentifier(value);
  return found !== null && /^\+?[\d\s().-]+$/.test(found) ? found.replace(/\D/g, '') || null : found;
}

const maxDepth = 12;

/** A copy of any JSON value whose strings can be stored, cut off at a maximum depth. */
export function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storableJson(item, depth + 1)]));
}
