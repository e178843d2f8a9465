import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsString,
  Length,
  Matches,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { t } from '../../../core/i18n.js';
import { replaceLoneSurrogates } from '../../../core/resource/json-field.js';

const invalid = { context: { text: t('Valor inválido', 'Invalid value', 'Valor inválido') } };
const length = (max: number): ValidationOptions => ({
  context: {
    text: t(`De 1 a ${max} caracteres`, `1 to ${max} characters`, `De 1 a ${max} caracteres`),
  },
});

/** A text of at most so many characters, as Meta counts them. */
const Words = (max: number, { optional = false, lines = false } = {}) =>
  applyDecorators(
    ApiProperty({ type: String, minLength: 1, maxLength: max, required: !optional }),
    Transform(({ value }: { value: unknown }) => {
      const text = replaceLoneSurrogates(value);
      if (typeof text !== 'string') return optional ? (text ?? undefined) : text;
      return text.trim() || (optional ? undefined : '');
    }),
    ValidateIf((_object, value) => !optional || (value !== undefined && value !== null)),
    IsString(invalid),
    // NUL is the one character PostgreSQL cannot store
    Matches(lines ? /^[^\u0000]*$/ : /^[^\u0000\r\n]*$/, invalid),
    Length(1, max, length(max)),
  );

/** Rows of a small form, at most `most`. */
const Rows = (type: () => new () => object, most: number) =>
  applyDecorators(
    ApiProperty({ type: () => type(), isArray: true, maxItems: most, required: false }),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsArray(invalid),
    ArrayMaxSize(most, {
      context: { text: t(`No máximo ${most}`, `At most ${most}`, `Como máximo ${most}`) },
    }),
    ValidateNested({ each: true, ...invalid }),
    Type(type),
  );

export class InteractiveButtonInput {
  /** Comes back with the answer; made from the place when left out. */
  @Words(256, { optional: true })
  id?: string;

  @Words(20)
  title!: string;
}

export class InteractiveRowInput {
  @Words(200, { optional: true })
  id?: string;

  @Words(24)
  title!: string;

  @Words(72, { optional: true })
  description?: string;
}

export class InteractiveSectionInput {
  /** Required as soon as there are several sections. */
  @Words(24, { optional: true })
  title?: string;

  @Rows(() => InteractiveRowInput, 10)
  rows?: InteractiveRowInput[];
}

/** Choices for the customer, within Meta's limits: three buttons, or a list of ten rows behind one. */
export class InteractiveInput {
  @ApiProperty({ enum: ['button', 'list'] })
  @IsIn(['button', 'list'], invalid)
  type!: 'button' | 'list';

  @Words(1024, { lines: true })
  body!: string;

  @Words(60, { optional: true })
  header?: string;

  @Words(60, { optional: true })
  footer?: string;

  @Rows(() => InteractiveButtonInput, 3)
  buttons?: InteractiveButtonInput[];

  /** Of a list: what opens it. */
  @Words(20, { optional: true })
  button?: string;

  @Rows(() => InteractiveSectionInput, 10)
  sections?: InteractiveSectionInput[];
}
