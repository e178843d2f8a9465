import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { plainToInstance, Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateIf, ValidateNested, type ValidationOptions } from 'class-validator';
import { invalidValue } from '../errors/core-errors.js';
import { parseJson } from '../requests/body-limits.js';

export const invalid: ValidationOptions = { context: { text: invalidValue } };

/** A small optional form inside the body: a JSON object, or its JSON as text in a form with files. */
export const JsonField = (type: () => new () => object, options: ApiPropertyOptions = {}): PropertyDecorator =>
  applyDecorators(
    // Nest only treats a function as a factory of the type if its name is `type`
    ApiProperty({ ...options, type: () => type(), required: false } as ApiPropertyOptions),
    Transform(({ value }: { value: unknown }) => {
      const plain = typeof value === 'string' ? parsed(value) : value;
      return typeof plain === 'object' && plain !== null && !Array.isArray(plain)
        ? plainToInstance(type(), plain)
        : plain;
    }),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsObject(invalid),
    ValidateNested(),
  );

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** A list of small forms. It refuses a nested list, which class-validator alone would accept. */
export const ListOf = (
  type: () => new () => object,
  max: number,
  refused: ValidationOptions = invalid,
  tooMany: ValidationOptions = refused,
): PropertyDecorator =>
  applyDecorators(
    IsArray(refused),
    ArrayMaxSize(max, tooMany),
    IsObject({ ...refused, each: true }),
    ValidateNested({ ...refused, each: true }),
    Type(type),
  );

/** Replaces lone surrogates, which PostgreSQL refuses in jsonb. */
export const replaceLoneSurrogates = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
