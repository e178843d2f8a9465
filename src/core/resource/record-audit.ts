import { defineAuditActions } from '../audit/audit-actions.js';
import { type Localized, t } from '../i18n.js';
import type { FieldMeta } from './field-meta.js';

type Values = Readonly<Record<string, unknown>>;

/** Records in the audit log who creates, changes and removes records. */
export interface RecordAudit {
  /** The noun in the names of the actions (`tag.updated`) and in their subject. */
  readonly noun: string;
  readonly kind: string;
  /** The field by which a removed record is still named; omit it when that is personal data. */
  readonly nameField?: string;
}

const verbs = {
  created: t('Adicionou', 'Added', 'Añadió'),
  updated: t('Alterou', 'Changed', 'Modificó'),
  deleted: t('Excluiu', 'Deleted', 'Eliminó'),
};
export type RecordVerb = keyof typeof verbs;

export function defineRecordAuditActions({ noun, kind }: RecordAudit, one: Localized): void {
  for (const verb of Object.keys(verbs) as RecordVerb[]) {
    const textIn = (locale: keyof Localized): string => `${verbs[verb][locale]} ${one[locale].toLowerCase()}`;
    defineAuditActions(kind, { [`${noun}.${verb}`]: t(textIn('pt'), textIn('en'), textIn('es')) });
  }
}

/** A change as the audit log stores it: the names of all changed fields, and the values only of choices. */
export interface RecordDifference {
  readonly changed: readonly string[];
  readonly values: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

const choices: readonly FieldMeta['widget'][] = ['choice', 'flag'];

/** @param input the input of the request; of a secret only the name is recorded */
export function differenceOf(
  fields: readonly FieldMeta[],
  input: Values,
  before: Values,
  after: Values,
): RecordDifference {
  const changed = fields.filter(({ name, writeOnly }) =>
    writeOnly ? Boolean(input[name]) : !same(before[name], after[name]),
  );
  const values = changed.filter(({ widget }) => choices.includes(widget));
  return {
    // a form may declare a field several times, once for each value of another field
    changed: [...new Set(changed.map(({ name }) => name))],
    values: Object.fromEntries(values.map(({ name }) => [name, [before[name] ?? null, after[name] ?? null]])),
  };
}

/** Whether the values are equal; the database may return a number in another notation. */
const same = (before: unknown, after: unknown): boolean =>
  comparisonKey(before) === comparisonKey(after) ||
  (typeof after === 'number' && before !== null && Number(before) === after);

/** A key for comparing values; lists of ids are equal in any order. */
export const comparisonKey = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null));
