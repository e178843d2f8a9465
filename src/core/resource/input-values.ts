import type { Actor } from '../context.js';
import { coreErrors } from '../errors/core-errors.js';
import { type FieldMeta, mayEnter } from './field-meta.js';
import { comparisonKey } from './record-audit.js';

type Values = Record<string, unknown>;
type Fields = readonly FieldMeta[];

/** HTML forms send '' for an untouched optional input. Here it becomes null, or leaves a secret as it is. */
export function normalizeEmpty(fields: Fields, input: object): Values {
  const values: Values = { ...input };
  for (const field of fields) {
    const empty = values[field.name] === '' || values[field.name] === null;
    if (!empty) continue;
    if (field.writeOnly || field.generate) delete values[field.name];
    else if (field.nullable && field.widget !== 'multiline') values[field.name] = null;
    else if (!field.nullable) values[field.name] = field.default;
    else values[field.name] ??= null;
  }
  return values;
}

/** The values of a new record, with defaults. */
export function withDefaults(fields: Fields, input: object): Values {
  const values = normalizeEmpty(fields, input);
  for (const { name, default: initial, apiDefault = initial, generate } of fields) {
    const value = generate ? generate() : apiDefault;
    if (values[name] === undefined && value !== undefined) values[name] = value;
  }
  return values;
}

/**
 * Removes the fields that the actor's rank or plan does not allow. @throws 403 if one would change (behaviour.md §1)
 * @param record as it was before the change
 */
export function dropForbiddenFields(fields: Fields, actor: Actor | undefined, values: Values, record: Values): void {
  for (const field of fields) {
    const { name, default: initial } = field;
    if (!actor || mayEnter(field, actor) || values[name] === undefined) continue;
    if (comparisonKey(name in record ? record[name] : initial) !== comparisonKey(values[name]))
      throw coreErrors.ERR_NO_PERMISSION();
    delete values[name];
  }
}
