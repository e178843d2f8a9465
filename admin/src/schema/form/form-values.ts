import type { RaRecord } from 'react-admin';
import { isObject, readValue } from '../registry';
import type { FieldView } from '../types';

const writeOnly = (field: FieldView) => field.widget === 'secret' || field.widget === 'password';
const idOf = (item: unknown): unknown => (isObject(item) ? item.id : item);

function initial(field: FieldView, record: RaRecord | null): unknown {
  if (writeOnly(field)) return '';
  const stored = record ? readValue(record, field.name) : field.default;
  if (field.widget === 'references') return Array.isArray(stored) ? stored.map(idOf) : [];
  if (field.widget === 'reference') return idOf(stored) ?? null;
  if (field.widget === 'flag' && !field.options) return Boolean(stored);
  if (field.widget === 'list' || field.widget === 'choices') return stored ?? [];
  return stored ?? null;
}

/** The initial values of a form: those of the record, or the server's defaults for a new one. */
export function formValues(fields: FieldView[], record: RaRecord | null): Record<string, unknown> {
  const values: Record<string, unknown> = Object.fromEntries(
    fields.map((field) => [field.name, initial(field, record)]),
  );
  if (!record) return values;
  const conditions = new Set(fields.map(({ when }) => when?.field));
  const extra = Object.entries(record).filter(([key]) => key.endsWith('Set') || conditions.has(key));
  return { ...Object.fromEntries(extra), ...values, id: record.id };
}

/** Whether the field applies to the current values of the form. */
export function applies({ when }: FieldView, values: Record<string, unknown>): boolean {
  const value = when && values[when.field];
  return !when || when.is.some((wanted) => wanted === value);
}

/** The request body with the shown fields; an empty secret is not sent, so the stored one stays. */
export function payloadOf(fields: FieldView[], values: Record<string, unknown>): Record<string, unknown> {
  const sent = fields.filter(
    (field) => !field.readOnly && applies(field, values) && !(writeOnly(field) && !values[field.name]),
  );
  return Object.fromEntries(sent.map(({ name }) => [name, values[name]]));
}
