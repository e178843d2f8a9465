import type { GraphErrorMeaning } from '../graph/error-meanings.js';
import { graphErrorReader } from '../graph/errors.js';
import { asNumber } from '../graph/json-readers.js';
import { graphErrors, permissionMissing, templateRefused, unknownNumber } from './error-table.js';

/** The meaning of a documented code, in answers and in failed statuses; null when it is not documented. */
export function meaningOf(code: string | number, subcode: number | null = null): GraphErrorMeaning | null {
  const value = asNumber(code);
  if (value === null) return null;
  if (value === 100 && subcode === 33) return unknownNumber;
  const listed = graphErrors[value];
  if (listed) return listed;
  if (value >= 200 && value < 300) return permissionMissing;
  return value >= 132000 && value < 133000 ? templateRefused : null;
}

export const { failureOf, refusalOfAnswer, refusalOfMedia } = graphErrorReader(meaningOf);
