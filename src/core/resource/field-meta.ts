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

/** Why something cannot be chosen, and the same with what to do about it for the people of the platform. */
export interface Unavailability {
  readonly reason: Localized;
  readonly remedy: Localized;
}

export interface ChoiceOption {
  readonly value: string | number | boolean;
  readonly label: Localized;
  /** Taken and shown, but not offered by forms. */
  readonly offered?: false;
  readonly unavailable?: Unavailability;
}

/** The field belongs to the form only while another field has one of these values. */
export interface FieldCondition {
  readonly field: string;
  readonly is: readonly (string | number | boolean)[];
  /** Then a new record needs it; the service holds that. */
  readonly required?: boolean;
}

/** What a text may contain as `{{name}}`; forms offer to insert it. */
export interface TextVariable {
  readonly name: string;
  readonly label: Localized;
}

/** What one field of a DTO means to validation, OpenAPI and the form. */
export interface FieldMeta {
  readonly name: string;
  readonly widget: Widget;
  readonly label: Localized;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Applied on create only: an initialiser would reset the field at every partial update. */
  readonly default?: unknown;
  /** Applied on create to callers that leave it out; forms ask for it. */
  readonly apiDefault?: unknown;
  readonly generate?: (() => unknown) | undefined;
  readonly help?: Localized | undefined;
  readonly group?: Localized | undefined;
  /** Page of the form; fields without one stand on the first. */
  readonly tab?: Localized | undefined;
  readonly when?: FieldCondition | undefined;
  readonly options?: readonly ChoiceOption[] | undefined;
  /** Name of the resource whose ids the field holds, and the field that names its rows. */
  readonly reference?: { readonly resource: string; readonly label: string } | undefined;
  /** Rank that may set it; others are refused only if the value would change (behaviour.md §1). */
  readonly level?: AccessLevel | undefined;
  /** Flag of the plan that it needs, as a rank. */
  readonly feature?: string | undefined;
  /** Shown in the form when creating, when editing, or in both. */
  readonly on: 'both' | 'create' | 'edit';
  /** Never leaves the server. */
  readonly writeOnly: boolean;
  readonly messages: Readonly<Record<string, Localized>>;
  /** Lists sort by it; true for scalar columns unless said otherwise. */
  readonly sortable?: boolean | undefined;
  readonly items?: (() => abstract new () => object) | undefined;
  readonly variables?: readonly TextVariable[] | undefined;
  /** Of a secret: the field with the address that it is sent to. */
  readonly address?: string | undefined;
}

/** A column of a list that no input stands for. */
export function readOnlyColumn(meta: Pick<FieldMeta, 'name' | 'label' | 'widget'> & Partial<FieldMeta>): FieldMeta {
  return { required: false, nullable: true, on: 'both', writeOnly: false, messages: {}, ...meta };
}

const unsortable: readonly Widget[] = ['choices', 'references', 'list', 'secret', 'password'];

/** Whether lists may sort by the field: a plain column of the row. */
export const isSortable = ({ widget, sortable }: FieldMeta): boolean => sortable ?? !unsortable.includes(widget);

const FIELDS = 'atende:fields';

export function addField(prototype: object, field: FieldMeta): void {
  const own = (Reflect.getOwnMetadata(FIELDS, prototype) as FieldMeta[] | undefined) ?? [];
  Reflect.defineMetadata(FIELDS, [...own, field], prototype);
}

/** The fields of a DTO in the order they are declared, inherited ones first. */
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

/** What decides which fields somebody reads and enters. */
export type Reader = Pick<Actor, 'profile' | 'super' | 'features'>;

/** Whether the reader's rank and plan open the field to them. */
export const mayEnter = ({ level, feature }: Pick<FieldMeta, 'level' | 'feature'>, reader: Reader): boolean =>
  (level === undefined || hasLevel(reader, level)) && (feature === undefined || reader.features[feature] === true);

/** A field as forms and lists draw it, for one reader. */
export interface FieldView
  extends Pick<FieldMeta, 'name' | 'widget' | 'required' | 'min' | 'max' | 'default' | 'when' | 'sortable'> {
  readonly label: string;
  readonly readOnly: boolean;
  readonly help?: string;
  readonly group?: string;
  /** Tab of the form; fields without one are on the first. */
  readonly tab?: string;
  readonly options?: readonly (Omit<ChoiceOption, 'label' | 'unavailable'> & {
    readonly label: string;
    readonly unavailable?: string;
  })[];
  readonly reference?: { readonly resource: string; readonly many: boolean; readonly label: string };
  /** What the text may contain as `{{name}}`. */
  readonly variables?: readonly { readonly name: string; readonly label: string }[];
  /** Columns of the repeated group of a 'list' widget. */
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
