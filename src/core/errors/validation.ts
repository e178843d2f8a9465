import { type ArgumentMetadata, type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { Localized } from '../i18n.js';
import type { AppError } from './app-error.js';
import { coreErrors, invalidValue } from './core-errors.js';

/** Validates bodies by their DTO: unknown fields are dropped, and one 400 names all invalid fields. */
export function validationPipe(): ValidationPipe {
  return new FormPipe({
    whitelist: true,
    transform: true,
    forbidUnknownValues: true,
    stopAtFirstError: false,
    validationError: { target: false, value: false },
    exceptionFactory: (errors): AppError => coreErrors.ERR_VALIDATION({ fields: collectFieldErrors(errors) }),
  });
}

/** Drops unknown fields before the body becomes a DTO, because class-transformer takes quadratic time for them. */
class FormPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const known = metadata.metatype && this.toValidate(metadata) ? onlyKnown(metadata.metatype, value) : value;
    return (await super.transform(known, metadata)) as unknown;
  }
}

function onlyKnown(type: Type, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/** The text of every invalid field, by its first violated rule; nested fields are named like `extraInfo.0.name`. */
export function collectFieldErrors(errors: readonly ValidationError[], path = ''): Record<string, Localized> {
  return Object.assign(
    {},
    ...errors.map((error) => {
      const name = path + error.property;
      const broken = Object.entries(error.constraints ?? {});
      // a missing field only needs that error; field decorators use the name of the rule as its text
      const rule = (broken.find(([, name]) => name === 'required') ?? broken.at(-1))?.[0];
      const context = rule === undefined ? undefined : (error.contexts?.[rule] as { text?: Localized } | undefined);
      return {
        ...(rule === undefined ? {} : { [name]: context?.text ?? invalidValue }),
        ...collectFieldErrors(error.children ?? [], `${name}.`),
      };
    }),
  ) as Record<string, Localized>;
}
