import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsObject, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { invalid, JsonField, ListOf, replaceLoneSurrogates } from '../../../core/resource/json-field.js';

const maxValues = 100;
const maxValueLength = 1024;
/** WhatsApp's limit of cards. */
const maxCards = 10;

/** Values by the name or number of their variable; a list contains the values of numbered variables in order. */
const Values = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'string' }, description }),
    Transform(({ value }: { value: unknown }) => valuesOf(value)),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsObject(invalid),
  );

/** The values as texts, or `false`, which the validation refuses, when one is not a valid text. */
function valuesOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Array.isArray(value)
    ? value.map((item, index): [string, unknown] => [String(index + 1), item])
    : Object.entries(value);
  const texts = entries.map(([name, item]): [string, unknown] => [
    name,
    typeof item === 'number' ? String(item) : item,
  ]);
  const isValid =
    texts.length <= maxValues &&
    texts.every(
      ([name, text]) =>
        /^[\w-]{1,100}$/.test(name) &&
        typeof text === 'string' &&
        text.length <= maxValueLength &&
        !text.includes('\u0000'),
    );
  if (!isValid) return false;
  return Object.fromEntries(texts.map(([name, text]) => [name, replaceLoneSurrogates(text)]));
}

export class TemplateCardParamsInput {
  @Values('Variables of the card’s text')
  body?: Record<string, string>;

  @Values('By the position of the card’s button, from 0: the end of its URL')
  buttons?: Record<string, string>;
}

export class TemplateParamsInput {
  @Values('Variables of the header, when it is a text')
  header?: Record<string, string>;

  @Values('Variables of the body')
  body?: Record<string, string>;

  @Values('By the position of the button, from 0: the end of its URL, or the code to copy')
  buttons?: Record<string, string>;

  @ApiPropertyOptional({
    type: () => TemplateCardParamsInput,
    isArray: true,
    maxItems: maxCards,
    description: 'Of a carousel, in the order of its cards, each of which takes one of the files',
  })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @ListOf(() => TemplateCardParamsInput, maxCards)
  cards?: TemplateCardParamsInput[];
}

/** An approved template of the connection with values; files for its header or cards are uploaded separately. */
export class TemplateInput {
  @ApiProperty({ minLength: 1, maxLength: 512 })
  @IsString(invalid)
  @Length(1, 512, invalid)
  @Matches(/^[^\u0000]*$/, invalid)
  name!: string;

  @ApiProperty({ minLength: 2, maxLength: 20, example: 'pt_BR' })
  @IsString(invalid)
  @Matches(/^[A-Za-z_-]{2,20}$/, invalid)
  language!: string;

  @JsonField(() => TemplateParamsInput)
  params?: TemplateParamsInput;
}
