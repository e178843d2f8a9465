import { dayParam, invalidQuery, type Query, textParam } from '../../../../core/resource/list-query.js';
import { sizes, statuses } from './lead-view.js';

/** The filters of a search; null means any value. */
export interface LeadFilters {
  readonly state: string | null;
  /** An IBGE code or a name. */
  readonly city: string | null;
  /** CNAE codes as numbers. */
  readonly activities: readonly number[] | null;
  readonly status: number | null;
  readonly size: number | null;
  readonly openedFrom: string | null;
  readonly openedUntil: string | null;
  readonly capitalFrom: number | null;
  readonly email: boolean | null;
  readonly phone: boolean | null;
  readonly mei: boolean | null;
}

/** The names of the query parameters. */
export const leadFilterNames = [
  ...['estado', 'cidade', 'setor', 'cnae_principal', 'pesquisa', 'situacao', 'porte', 'abertura_de', 'abertura_ate'],
  ...['capital_de', 'email', 'telefone', 'mei'],
] as const;

const maxActivities = 500;

/** @throws 400 naming the parameter */
export function readFilters(query: Query): LeadFilters {
  const state = textParam(query, 'estado', 40).toUpperCase() || null;
  const city = textParam(query, 'cidade', 100) || null;
  if (state && !/^[A-Z]{2}$/.test(state)) invalidQuery('estado');
  // several states have a municipality of the same name, such as Bom Jesus
  if (city && !state && !/^\d{7}$/.test(city)) invalidQuery('estado');
  return {
    state,
    city,
    activities: activitiesParam(query),
    status: choiceParam(query, 'situacao', { ...statuses, todas: null }, 'ativa'),
    size: choiceParam(query, 'porte', sizes, null),
    openedFrom: dayParam(query, 'abertura_de'),
    openedUntil: dayParam(query, 'abertura_ate'),
    capitalFrom: amountParam(query, 'capital_de'),
    email: optionalFlag(query, 'email'),
    phone: optionalFlag(query, 'telefone'),
    mei: optionalFlag(query, 'mei'),
  };
}

/** Reads `cnae_principal`, which may be repeated or separated by commas. */
function activitiesParam(query: Query): number[] | null {
  const given: unknown[] = [query['cnae_principal'] ?? []].flat();
  const codes = given
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]))
    .filter((c) => c !== '');
  if (codes.length === 0) return null;
  const plain = codes.map((code) => (typeof code === 'string' ? code.replace(/[\s.\-/]/g, '') : ''));
  if (codes.length > maxActivities || !plain.every((code) => /^\d{6,7}$/.test(code))) invalidQuery('cnae_principal');
  return [...new Set(plain.map(Number))];
}

function choiceParam(
  query: Query,
  name: string,
  values: Readonly<Record<string, number | null>>,
  first: string | null,
): number | null {
  const value = textParam(query, name, 20).toLowerCase() || first;
  if (value === null) return null;
  const found = Object.hasOwn(values, value)
    ? values[value]
    : Object.values(values).find((code) => code === Number(value));
  return found === undefined ? invalidQuery(name) : found;
}

function amountParam(query: Query, name: string): number | null {
  const value = textParam(query, name, 20);
  if (value === '') return null;
  return /^\d{1,15}(\.\d{1,2})?$/.test(value) ? Number(value) : invalidQuery(name);
}

function optionalFlag(query: Query, name: string): boolean | null {
  const value = textParam(query, name, 5);
  if (value !== '' && value !== 'true' && value !== 'false') invalidQuery(name);
  return value === '' ? null : value === 'true';
}
