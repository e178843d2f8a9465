import 'reflect-metadata';
import { type AccessLevel, hasLevel } from '../access/decorators.js';
import type { Actor } from '../context.js';
import type { Locale, Localized } from '../i18n.js';

export const widgets = [
  'text',
  'multiline',
  'email',
  'password',
  'phone',
  'number',
  'money',
  'date',
  'datetime',
  'flag',
  'choice',
  'choices',
  'color',
  'reference',
  'references',
  'secret',
  'list',
] as const;
export type Widget = (typeof widgets)[number];

/** Why an option cannot be chosen, and the same with a remedy for super-admins. */
export interface Unavailability {
  readonly reason: Localized;
  readonly remedy: Localized;
}

export interface ChoiceOption {
  readonly value: string | number | boolean;
  readonly label: Localized;
  /** The option is accepted and shown, but forms do not offer it. */
  readonly offered?: false;
  readonly unavailable?: Unavailability;
}

/** The form only has the field while another field has one of these values. */
export interface FieldCondition {
  readonly field: string;
  readonly is: readonly (string | number | boolean)[];
  /** The field is then required for a new record, which the service checks. */
  readonly required?: boolean;
}

/** A variable that a text may contain as `{{name}}`; forms offer to insert it. */
export interface TextVariable {
  readonly name: string;
  readonly label: Localized;
}

/** What one field of a DTO means for validation, OpenAPI and the form. */
export interface FieldMeta {
  readonly name: string;
  readonly widget: Widget;
  readonly label: Localized;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Only applied on create: an initialiser would reset the field at every partial update. */
  readonly default?: unknown;
  /** Applied on create when the caller omits the field; forms ask for it. */
  readonly apiDefault?: unknown;
  readonly generate?: (() => unknown) | undefined;
  readonly help?: Localized | undefined;
  readonly group?: Localized | undefined;
  /** The tab of the form; fields without one are on the first. */
  readonly tab?: Localized | undefined;
  readonly when?: FieldCondition | undefined;
  readonly options?: readonly ChoiceOption[] | undefined;
  /** The resource whose ids the field contains, and the field of it that is shown as the name. */
  readonly reference?: { readonly resource: string; readonly label: string } | undefined;
  /** The rank that may set it; a lower rank is only refused if the value would change (behaviour.md §1). */
  readonly level?: AccessLevel | undefined;
  /** The plan flag that it needs, checked like the rank. */
  readonly feature?: string | undefined;
  /** Whether the form shows it when creating, when editing, or in both cases. */
  readonly on: 'both' | 'create' | 'edit';
  /** Answers never contain the value. */
  readonly writeOnly: boolean;
  readonly messages: Readonly<Record<string, Localized>>;
  /** Whether lists can sort by it; by default true for scalar columns. */
  readonly sortable?: boolean | undefined;
  readonly items?: (() => abstract new () => object) | undefined;
  readonly variables?: readonly TextVariable[] | undefined;
  /** For a secret: the field with the address that it is sent to. */
  readonly address?: string | undefined;
}

/** A column of a list that belongs to no input. */
export function readOnlyColumn(meta: Pick<FieldMeta, 'name' | 'label' | 'widget'> & Partial<FieldMeta>): FieldMeta {
  return { required: false, nullable: true, on: 'both', writeOnly: false, messages: {}, ...meta };
}

const unsortable: readonly Widget[] = ['choices', 'references', 'list', 'secret', 'password'];

/** Whether lists may sort by the field, which must be a plain column of the row. */
export const isSortable = ({ widget, sortable }: FieldMeta): boolean => sortable ?? !unsortable.includes(widget);

const FIELDS = 'atende:fields';

export function addField(prototype: object, field: FieldMeta): void {
  const own = (Reflect.getOwnMetadata(FIELDS, prototype) as FieldMeta[] | undefined) ?? [];
  Reflect.defineMetadata(FIELDS, [...own, field], prototype);
}

/** The fields of a DTO in the order of their declaration, inherited ones first. */
export function fieldsOf(type: abstract new () => object): FieldMeta[] {
  const chain: object[] = [];
  for (
    let prototype: object | null = type.prototype as object;
    prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    chain.unshift(prototype);
  }
  return chain.flatMap((prototype) => (Reflect.getOwnMetadata(FIELDS, prototype) as FieldMeta[] | undefined) ?? []);
}

/** The members of an actor that decide which fields this user may read and enter. */
export type Reader = Pick<Actor, 'profile' | 'super' | 'features'>;

/** Whether the reader's rank and plan allow the field. */
export const mayEnter = ({ level, feature }: Pick<FieldMeta, 'level' | 'feature'>, reader: Reader): boolean =>
  (level === undefined || hasLevel(reader, level)) && (feature === undefined || reader.features[feature] === true);

/** A field as forms and lists show it to one reader. */
export interface FieldView
  extends Pick<FieldMeta, 'name' | 'widget' | 'required' | 'min' | 'max' | 'default' | 'when' | 'sortable'> {
  readonly label: string;
  readonly readOnly: boolean;
  readonly help?: string;
  readonly group?: string;
  /** The tab of the form; fields without one are on the first. */
  readonly tab?: string;
  readonly options?: readonly (Omit<ChoiceOption, 'label' | 'unavailable'> & {
    readonly label: string;
    readonly unavailable?: string;
  })[];
  readonly reference?: { readonly resource: string; readonly many: boolean; readonly label: string };
  /** The variables that the text may contain as `{{name}}`. */
  readonly variables?: readonly { readonly name: string; readonly label: string }[];
  /** The columns of the repeated group of a 'list' widget. */
  readonly fields?: readonly FieldView[];
  /** Error messages by rule: required, min, max, email, pattern, type. */
  readonly messages: Readonly<Record<string, string>>;
}

export function describeField(meta: FieldMeta, reader: Reader, locale: Locale): FieldView {
  return {
    name: meta.name,
    label: meta.label[locale],
    widget: meta.widget,
    required: meta.required,
    readOnly: !mayEnter(meta, reader),
    ...(meta.min === undefined ? {} : { min: meta.min }),
    ...(meta.max === undefined ? {} : { max: meta.max }),
    ...(meta.default === undefined ? {} : { default: meta.default }),
    ...(meta.help ? { help: meta.help[locale] } : {}),
    ...(meta.tab ? { tab: meta.tab[locale] } : {}),
    ...(meta.when ? { when: meta.when } : {}),
    ...(meta.group ? { group: meta.group[locale] } : {}),
    ...(meta.options
      ? {
          options: meta.options.map(({ label, unavailable, ...option }) => ({
            ...option,
            label: label[locale],
            ...(unavailable
              ? { unavailable: unavailable[hasLevel(reader, 'super') ? 'remedy' : 'reason'][locale] }
              : {}),
          })),
        }
      : {}),
    ...(meta.reference ? { reference: { ...meta.reference, many: meta.widget === 'references' } } : {}),
    ...(meta.variables ? { variables: meta.variables.map(({ name, label }) => ({ name, label: label[locale] })) } : {}),
    ...(meta.items ? { fields: fieldsOf(meta.items()).map((item) => describeField(item, reader, locale)) } : {}),
    messages: Object.fromEntries(Object.entries(meta.messages).map(([rule, text]) => [rule, text[locale]])),
  };
}
