import { type AuditKind, defineAuditActions } from '../audit/audit-actions.js';
import { type Localized, t } from '../i18n.js';
import type { FieldMeta } from './field-meta.js';

type Values = Readonly<Record<string, unknown>>;

/** Has the audit log tell who creates, changes and removes records. */
export interface RecordAudit {
  /** Names the acts (`connection.updated`) and what they are about. */
  readonly noun: string;
  readonly kind: AuditKind;
  /** Field by which a removed record is still named; none where that is the name of a customer. */
  readonly nameField?: string;
}

const verbs = {
  created: t('Adicionou', 'Added', 'Añadió'),
  updated: t('Alterou', 'Changed', 'Modificó'),
  deleted: t('Excluiu', 'Deleted', 'Eliminó'),
};
export type RecordVerb = keyof typeof verbs;

/** Puts into words that records of a resource are created, changed and removed. */
export function defineRecordAuditActions({ noun, kind }: RecordAudit, one: Localized): void {
  for (const verb of Object.keys(verbs) as RecordVerb[]) {
    const said = (locale: keyof Localized): string => `${verbs[verb][locale]} ${one[locale].toLowerCase()}`;
    defineAuditActions(kind, { [`${noun}.${verb}`]: t(said('pt'), said('en'), said('es')) });
  }
}

/** What a change of a record leaves in the audit log: names of fields, and values only of those that are a choice. */
export interface RecordDifference {
  readonly changed: readonly string[];
  readonly values: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

const choices: readonly FieldMeta['widget'][] = ['choice', 'flag'];

/** @param input what was asked for: a secret is not told of the record, only that it was given. */
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
    changed: changed.map(({ name }) => name),
    values: Object.fromEntries(values.map(({ name }) => [name, [before[name] ?? null, after[name] ?? null]])),
  };
}

/** The database writes a number in its own way. */
const same = (before: unknown, after: unknown): boolean =>
  comparisonKey(before) === comparisonKey(after) ||
  (typeof after === 'number' && before !== null && Number(before) === after);

/** Lists of ids are the same in any order. */
export const comparisonKey = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null));
