import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length, Matches, ValidateIf, type ValidationOptions } from 'class-validator';
import { t } from '../../../../core/i18n.js';
import { invalid, ListOf, replaceLoneSurrogates } from '../../../../core/resource/json-field.js';

const length = (max: number): ValidationOptions => ({
  context: {
    text: t(`De 1 a ${max} caracteres`, `1 to ${max} characters`, `De 1 a ${max} caracteres`),
  },
});

/** A text, limited to Meta's number of characters. */
const ShortText = (max: number, { optional = false, lines = false } = {}) =>
  applyDecorators(
    ApiProperty({ type: String, minLength: 1, maxLength: max, required: !optional }),
    Transform(({ value }: { value: unknown }) => {
      const text = replaceLoneSurrogates(value);
      if (typeof text !== 'string') return optional ? (text ?? undefined) : text;
      return text.trim() || (optional ? undefined : '');
    }),
    ValidateIf((_object, value) => !optional || (value !== undefined && value !== null)),
    IsString(invalid),
    // PostgreSQL cannot store the NUL character
    Matches(lines ? /^[^\u0000]*$/ : /^[^\u0000\r\n]*$/, invalid),
    Length(1, max, length(max)),
  );

const RowList = (type: () => new () => object, max: number) =>
  applyDecorators(
    ApiProperty({ type: () => type(), isArray: true, maxItems: max, required: false }),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    ListOf(type, max, invalid, {
      context: { text: t(`No máximo ${max}`, `At most ${max}`, `Como máximo ${max}`) },
    }),
  );

export class InteractiveButtonInput {
  /** Returned with the customer's answer; without it the position is used. */
  @ShortText(256, { optional: true })
  id?: string;

  @ShortText(20)
  title!: string;
}

export class InteractiveRowInput {
  @ShortText(200, { optional: true })
  id?: string;

  @ShortText(24)
  title!: string;

  @ShortText(72, { optional: true })
  description?: string;
}

export class InteractiveSectionInput {
  /** Required when there are several sections. */
  @ShortText(24, { optional: true })
  title?: string;

  @RowList(() => InteractiveRowInput, 10)
  rows?: InteractiveRowInput[];
}

/** Choices for the customer within Meta's limits: three buttons, or a list of ten rows that a button opens. */
export class InteractiveInput {
  @ApiProperty({ enum: ['button', 'list'] })
  @IsIn(['button', 'list'], invalid)
  type!: 'button' | 'list';

  @ShortText(1024, { lines: true })
  body!: string;

  @ShortText(60, { optional: true })
  header?: string;

  @ShortText(60, { optional: true })
  footer?: string;

  @RowList(() => InteractiveButtonInput, 3)
  buttons?: InteractiveButtonInput[];

  /** For lists: label of the button that opens the list. */
  @ShortText(20, { optional: true })
  button?: string;

  @RowList(() => InteractiveSectionInput, 10)
  sections?: InteractiveSectionInput[];
}
