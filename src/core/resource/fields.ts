import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import type { AccessLevel } from '../access/decorators.js';
import { invalidValue } from '../errors/core-errors.js';
import { type Localized, t } from '../i18n.js';
import {
  addField,
  type ChoiceOption,
  type FieldCondition,
  type FieldMeta,
  type TextVariable,
  type Widget,
} from './field-meta.js';
import { ListOf } from './json-field.js';

/** The texts that most rules share; those that the spec gives are passed per field. */
const defaultMessages = {
  required: t('Obrigatório', 'Required', 'Obligatorio'),
  min: t('Muito curto!', 'Too short!', '¡Demasiado corto!'),
  max: t('Muito longo!', 'Too long!', '¡Demasiado largo!'),
  type: invalidValue,
  email: t('E-mail inválido!', 'Invalid e-mail!', '¡Correo electrónico inválido!'),
  pattern: t('Formato inválido', 'Invalid format', 'Formato inválido'),
};
type Rule = keyof typeof defaultMessages;

export interface FieldOptions {
  readonly label: Localized;
  /** The field may be omitted, and may be null. */
  readonly optional?: boolean;
  readonly default?: unknown;
  /** Makes the value of a new record when the caller omits the field; an empty value in an update changes nothing. */
  readonly generate?: () => unknown;
  /** Applied on create when a caller omits the field, as existing clients do; our own form asks for it. */
  readonly apiDefault?: unknown;
  readonly help?: Localized;
  readonly group?: Localized;
  readonly tab?: Localized;
  readonly when?: FieldCondition;
  readonly level?: AccessLevel;
  /** The plan flag without which the field is neither shown nor changed. */
  readonly feature?: string;
  readonly on?: 'both' | 'create' | 'edit';
  readonly messages?: Partial<Record<Rule, Localized>>;
}

interface Built {
  readonly widget: Widget;
  readonly options: FieldOptions;
  readonly rules: (message: (rule: Rule) => ValidationOptions) => PropertyDecorator[];
  readonly api: ApiPropertyOptions;
  readonly meta?: Partial<FieldMeta>;
  /** The empty string counts as missing, because HTML forms send it for an untouched input. */
  readonly emptyIsMissing?: boolean;
}

/** Builds one decorator that is the validation, the OpenAPI property and the widget of the form. */
function build({ widget, options, rules, api, meta = {}, emptyIsMissing = true }: Built): PropertyDecorator {
  const texts = { ...defaultMessages, ...options.messages };
  const message = (rule: Rule): ValidationOptions => ({ message: rule, context: { text: texts[rule] } });
  const hasDefault = 'default' in options;
  const required = !options.optional && !hasDefault && !options.generate;
  const mayBeMissing = !required || 'apiDefault' in options;
  const optional = ValidateIf(
    (_object, value) => value !== undefined && value !== null && !(emptyIsMissing && value === ''),
  );
  const openApi = {
    ...api,
    required: !mayBeMissing,
    nullable: options.optional === true,
    title: options.label.pt,
    ...(hasDefault && options.default !== undefined ? { default: options.default } : {}),
    'x-ui': { widget },
  } as unknown as ApiPropertyOptions;
  return applyDecorators(
    ApiProperty(openApi),
    ...(mayBeMissing ? [optional] : [IsNotEmpty(message('required'))]),
    ...rules(message),
    (prototype: object, property: string | symbol) =>
      addField(prototype, {
        name: String(property),
        widget,
        label: options.label,
        required,
        nullable: options.optional === true,
        default: options.default,
        apiDefault: options.apiDefault,
        generate: options.generate,
        help: options.help,
        group: options.group,
        tab: options.tab,
        when: options.when,
        level: options.level,
        feature: options.feature,
        on: options.on ?? 'both',
        writeOnly: widget === 'password' || widget === 'secret',
        messages: texts,
        ...meta,
      }),
  );
}

interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Variables that the form offers to insert; the server replaces them when it sends the text. */
  readonly variables?: readonly TextVariable[];
}

const defaultMax = 255;

function textLike(
  widget: Widget,
  options: TextOptions,
  max = options.max ?? defaultMax,
  meta: Partial<FieldMeta> = {},
): PropertyDecorator {
  const min = options.min ?? (options.optional || 'default' in options ? undefined : 1);
  const minRule: Rule = options.min === undefined ? 'required' : 'min';
  return build({
    widget,
    options,
    meta: { min, max, variables: options.variables, ...meta },
    api: {
      type: String,
      maxLength: max,
      ...(min === undefined ? {} : { minLength: min }),
      ...(options.pattern ? { pattern: options.pattern.source } : {}),
    },
    rules: (message) => [
      IsString(message('type')),
      // NUL is the only character that PostgreSQL cannot store
      Matches(/^[^\u0000]*$/, message('type')),
      // a text of blanks counts as missing, except in a password
      ...(min === undefined || widget === 'password' ? [] : [Matches(/\S/, message('required'))]),
      ...(options.pattern ? [Matches(options.pattern, message('pattern'))] : []),
      MaxLength(max, message('max')),
      ...(min === undefined ? [] : [MinLength(min, message(minRule))]),
    ],
  });
}

/** One line of text, by default 1 to 255 characters. */
export const Text = (options: TextOptions) => textLike('text', options);
/** Text of several lines, by default at most 4096 characters. */
export const Multiline = (options: TextOptions) => textLike('multiline', options, options.max ?? 4096);
/** A number with country and area code, also as a JSON number; services normalise it. */
export const Phone = (options: TextOptions) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value)),
    textLike('phone', options),
  );
const atLeast = (min: number): Localized =>
  t(`Use pelo menos ${min} caracteres`, `Use at least ${min} characters`, `Use al menos ${min} caracteres`);
/** A new password, which services hash and answers never contain. The error of a short one names the minimum. */
export const Password = (options: TextOptions) =>
  textLike('password', {
    ...options,
    messages: { ...(options.min ? { min: atLeast(options.min) } : {}), ...options.messages },
  });

interface SecretOptions extends TextOptions {
  /**
   * The field with the address that the secret is sent to; the secret is lost when that becomes another server. null:
   * users cannot choose where it is sent, or it is not sent at all.
   */
  readonly address: string | null;
}

/** A write-only text, encrypted in the database. Support sessions of the platform change neither it nor its address. */
export const Secret = ({ address, ...options }: SecretOptions) =>
  textLike('secret', options, options.max ?? 2048, { address: address ?? undefined });

/** A colour such as `#1f6feb`. */
export const Color = (options: FieldOptions) =>
  textLike('color', { min: 3, max: 9, pattern: /^#?[0-9a-zA-Z(),.% ]+$/, ...options });

export const Email = (options: FieldOptions) =>
  build({
    widget: 'email',
    options,
    meta: { max: defaultMax },
    api: { type: String, format: 'email', maxLength: defaultMax },
    rules: (message) => [
      // a lone surrogate is no valid text, and the check of the address would throw
      Transform(({ value }: { value: unknown }) =>
        typeof value === 'string' ? value.trim().replace(/\p{Surrogate}/gu, '\ufffd') : value,
      ),
      IsString(message('type')),
      MaxLength(defaultMax, message('max')),
      IsEmail({ allow_utf8_local_part: false }, message('email')),
    ],
  });

interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

/** Existing clients send numbers as text. Anything but a plain decimal number stays as it is, and is refused later. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,16}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
const PlainNumber = () => Transform(({ value }: { value: unknown }) => numberOf(value));

/** Reads amounts as they are written in Portuguese and Spanish: 1.299,90. */
const amountOf = (value: unknown): unknown =>
  typeof value === 'string' && /^-?(\d{1,16}|\d{1,3}(\.\d{3}){1,4}),\d{1,6}$/.test(value)
    ? numberOf(value.replaceAll('.', '').replace(',', '.'))
    : numberOf(value);

const numeric = (
  widget: Widget,
  type: 'integer' | 'number',
  isNumber: (message: ValidationOptions) => PropertyDecorator,
  { min = 0, max = 2_147_483_647, ...options }: NumberOptions,
): PropertyDecorator =>
  build({
    widget,
    options,
    meta: { min, max },
    api: { type, minimum: min, maximum: max },
    rules: (message) => [
      Transform(({ value }: { value: unknown }) => (type === 'integer' ? numberOf(value) : amountOf(value))),
      isNumber(message('type')),
      Min(min, message('type')),
      Max(max, message('type')),
    ],
  });

/** A whole number, by default 0 to 2^31-1. */
export const Int = (options: NumberOptions) => numeric('number', 'integer', IsInt, options);

/** A number with up to two decimals unless said otherwise, by default 0 to 2^31-1. */
export const Decimal = ({ decimals = 2, ...options }: NumberOptions & { readonly decimals?: number }) =>
  numeric('number', 'number', (message) => IsNumber({ maxDecimalPlaces: decimals }, message), options);

/** An amount in the company's currency, with two decimals. */
export const Money = (options: FieldOptions) =>
  numeric('money', 'number', (message) => IsNumber({ maxDecimalPlaces: 2 }, message), { max: 9_999_999, ...options });

/** Some forms send a switch as text. */
const flagOf = (value: unknown): unknown => (value === 'true' || value === 'false' ? value === 'true' : value);
export const PlainFlag = () => Transform(({ value }: { value: unknown }) => flagOf(value));

export const Flag = (options: FieldOptions) =>
  build({
    widget: 'flag',
    options,
    api: { type: Boolean },
    rules: (message) => [PlainFlag(), IsBoolean(message('type'))],
  });

const bitOf = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : numberOf(value));

/** A switch that the spec spells 0 or 1; booleans are accepted, too. */
export const Bit = (options: FieldOptions) =>
  build({
    widget: 'flag',
    options,
    api: { type: 'integer', enum: [0, 1] },
    rules: (message) => [
      Transform(({ value }: { value: unknown }) => bitOf(flagOf(value))),
      IsIn([0, 1], message('type')),
    ],
  });

/** A day or a moment in ISO 8601. */
export const DateTime = ({ day = false, ...options }: FieldOptions & { readonly day?: boolean }) =>
  build({
    widget: day ? 'date' : 'datetime',
    options,
    api: { type: String, format: 'date-time' },
    rules: (message) => [
      // the date must exist in the calendar: neither the 30th of February nor an ISO week date
      IsDateString({ strict: true }, message('type')),
      Matches(/^\d{4}-\d\d-\d\d/, message('type')),
      MaxLength(40, message('type')),
    ],
  });

const oneOf = (widget: Widget, values: readonly ChoiceOption[], options: FieldOptions): PropertyDecorator =>
  build({
    widget,
    options,
    meta: { options: values },
    api: { enum: values.map(({ value }) => value) },
    rules: (message) => [
      ...(values.some(({ value }) => typeof value === 'number') ? [PlainNumber()] : []),
      IsIn(
        values.map(({ value }) => value),
        message('type'),
      ),
    ],
  });

/** One of the given values. */
export const Choice = ({ values, ...options }: FieldOptions & { readonly values: readonly ChoiceOption[] }) =>
  oneOf('choice', values, options);

/** Some of the given values, each at most once. */
export const Choices = ({ values, ...options }: FieldOptions & { readonly values: readonly ChoiceOption[] }) => {
  const known = values.map(({ value }) => value);
  return build({
    widget: 'choices',
    options,
    meta: { options: values },
    api: { type: 'array', items: { type: 'string', enum: known }, minItems: 1 } as ApiPropertyOptions,
    rules: (message) => [
      IsArray(message('type')),
      ArrayNotEmpty(message('required')),
      ArrayUnique(message('type')),
      IsIn(known, { ...message('type'), each: true }),
    ],
  });
};

const onAndOff: readonly ChoiceOption[] = [
  { value: 'enabled', label: t('Sim', 'Yes', 'Sí') },
  { value: 'disabled', label: t('Não', 'No', 'No') },
];

/** A switch that is stored as `enabled` or `disabled`. */
export const Switch = (options: FieldOptions) => oneOf('flag', onAndOff, options);

interface ReferenceOptions extends FieldOptions {
  readonly resource: string;
  /** The field of the other rows that is shown as their name; `name` by default. */
  readonly labelField?: string;
}

const idRules = (message: ValidationOptions): PropertyDecorator[] => [
  IsInt(message),
  Min(1, message),
  Max(Number.MAX_SAFE_INTEGER, message),
];

/** Values that existing clients send for no row. */
const noRow: readonly unknown[] = [false, '', 0, '0', 'null', 'undefined', 'Nenhuma'];

/** The id of a row of another resource. */
export const Reference = ({ resource, labelField: show = 'name', ...options }: ReferenceOptions) =>
  build({
    widget: 'reference',
    options,
    meta: { reference: { resource, label: show } },
    api: { type: 'integer', minimum: 1 },
    rules: (message) => [
      Transform(({ value }: { value: unknown }) =>
        options.optional && noRow.includes(value) ? null : numberOf(value),
      ),
      ...idRules(message('type')),
    ],
  });

/** Ids of rows of another resource, each at most once, by default at most 500. */
export const References = ({
  resource,
  labelField: show = 'name',
  max = 500,
  ...options
}: ReferenceOptions & { readonly max?: number }) =>
  build({
    widget: 'references',
    options,
    meta: { reference: { resource, label: show } },
    api: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: max },
    rules: (message) => [
      Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(numberOf) : value)),
      IsArray(message('type')),
      ArrayMaxSize(max, message('type')),
      ArrayUnique(message('type')),
      ...idRules({ ...message('type'), each: true }),
    ],
  });

const nested = (item: () => new () => object, options: FieldOptions, many: boolean): PropertyDecorator =>
  build({
    widget: 'list',
    options,
    meta: { items: item },
    api: { type: () => item(), ...(many && { isArray: true, maxItems: 100 }) } as ApiPropertyOptions,
    rules: (message) => [
      ...(many ? [ListOf(item, 100, message('type'))] : [IsObject(message('type')), ValidateNested(), Type(item)]),
    ],
  });

/** Up to 100 rows of a small form inside the form. */
export const Items = (item: () => new () => object, options: FieldOptions) => nested(item, options, true);

/** One small form inside the form. */
export const Item = (item: () => new () => object, options: FieldOptions) => nested(item, options, false);
