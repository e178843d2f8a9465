import type { TenantEntity } from '../../../../core/database/tenant.entity.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { normalisePhone } from '../../../../core/phone.js';
import type { Contact, ExtraInfo } from '../contact.entity.js';
import { hasPhoneNumber, isNameless } from '../identity/contact-names.js';

export interface SpreadsheetColumn {
  /** The heading in exports; imports recognise it in every language. */
  readonly heading: Localized;
  /** More headings that imports recognise, without accents, spaces and capitals. */
  readonly also?: readonly string[];
}

interface ContactField<V> {
  /** The value after an erasure. A constant is also the value of a contact for which the field is empty. */
  readonly erased: V | ((contact: Contact) => V);
  /** The value after a merge; by default the older contact's, or the younger one's if the older has none. */
  readonly merged?: (kept: Contact, removed: Contact) => V;
  /** The column in CSV exports and imports; only for columns of type text or varchar. */
  readonly column?: V extends string | null ? SpreadsheetColumn : never;
}

type FieldName = Exclude<keyof Contact, keyof TenantEntity | 'uuid' | 'isGroup' | 'erasedAt'>;

/** How merge, erasure, export and import treat each property of a contact; a missing property fails to compile. */
export const contactFields = {
  name: {
    erased: () => 'Contato removido',
    merged: (kept, removed) => (isNameless(kept) ? removed.name : kept.name),
    column: { heading: t('nome', 'name', 'nombre') },
  },
  number: {
    erased: ({ id }) => `removido-${id}`,
    merged: (kept, removed) => (!hasPhoneNumber(kept) && hasPhoneNumber(removed) ? removed : kept).number,
    column: { heading: t('numero', 'number', 'numero') },
  },
  email: { erased: '', column: { heading: t('email', 'email', 'email') } },
  profilePicUrl: { erased: null },
  lid: { erased: null },
  extraInfo: { erased: () => [], merged: mergedInfos },
  // an opt-out of either contact stays, also after an erasure
  optedOut: { erased: ({ optedOut }) => optedOut, merged: (kept, removed) => kept.optedOut || removed.optedOut },
} satisfies { readonly [N in FieldName]: ContactField<Contact[N]> };

type ContactFields = typeof contactFields;
export type ColumnName = {
  [N in FieldName]: ContactFields[N] extends { readonly column: SpreadsheetColumn } ? N : never;
}[FieldName];
type AnyField = ContactField<Contact[FieldName]>;

const fields = Object.entries(contactFields) as [FieldName, AnyField][];

/** The spreadsheet columns by field name. */
export const contactColumns = Object.fromEntries(
  fields.flatMap(([name, { column }]) => (column ? [[name, column]] : [])),
) as Readonly<Record<ColumnName, SpreadsheetColumn>>;

export const columnNames = Object.keys(contactColumns) as ColumnName[];

/** The value of a text field that is empty. */
export function emptyValue(name: ColumnName): string | null {
  const { erased }: ContactField<string | null> = contactFields[name];
  return typeof erased === 'function' ? '' : erased;
}

type FieldValues = Pick<Contact, FieldName>;

const valuesOf = (value: (name: FieldName, field: AnyField) => unknown): FieldValues =>
  Object.fromEntries(fields.map(([name, field]) => [name, value(name, field)])) as unknown as FieldValues;

/** The values of a contact after its personal data is erased. */
export const erasedValues = (contact: Contact): FieldValues =>
  valuesOf((_name, { erased }) => (typeof erased === 'function' ? erased(contact) : erased));

/** The values of the older contact after a merge. */
export const mergedValues = (kept: Contact, removed: Contact): FieldValues =>
  valuesOf((name, { erased, merged }) =>
    merged ? merged(kept, removed) : (kept[name] === erased ? removed : kept)[name],
  );

const maxInfo = 100;

const numbered = (infos: readonly Pick<ExtraInfo, 'name' | 'value'>[]): ExtraInfo[] =>
  infos.slice(0, maxInfo).map(({ name, value }, index) => ({ id: index + 1, name, value }));

function mergedInfos(kept: Contact, removed: Contact): ExtraInfo[] {
  return numbered([...kept.extraInfo, ...removed.extraInfo.filter((info) => !kept.extraInfo.some(same(info)))]);
}

/** The extra info of a contact with its former numbers, each of them once in whatever spelling. */
export function withFormerNumbers(
  { number, extraInfo }: Pick<Contact, 'number' | 'extraInfo'>,
  former: readonly string[],
): ExtraInfo[] {
  const known = new Set([number, ...extraInfo.map(({ value }) => value)].map(normalisePhone));
  const added = former.filter((each) => !known.has(normalisePhone(each)));
  return numbered([...extraInfo, ...added.map((value) => ({ name: 'Número', value }))]);
}

const same =
  (one: ExtraInfo) =>
  (other: ExtraInfo): boolean =>
    one.name === other.name && one.value === other.value;
