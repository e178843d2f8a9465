import { applyDecorators, Body, type PipeTransform, type Type } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { validationPipe } from '../../../../core/errors/validation.js';
import { Upload } from '../../../../core/requests/upload.js';

/** A validated form, with a type of its own so that no pipe drops the {@link aliases} before they are read. */
export type Form<T> = Readonly<T>;

/** Additional names of fields in the forms of spec 001. */
const aliases: Readonly<Record<string, string>> = {
  schedule_time: 'scheduled_at',
  interval: 'interval_in_seconds',
};
/** The field with the token of the dispatch number; clients use the name of their product in the field name. */
const tokenField = 'atende_token';

function knownNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const named = Object.entries(body).map(([name, value]: [string, unknown]) => [
    aliases[name] ?? (name.endsWith('_token') ? tokenField : name),
    value,
  ]);
  return Object.fromEntries(named);
}

class FormPipe implements PipeTransform<unknown, Promise<unknown>> {
  private readonly validation = validationPipe();

  constructor(private readonly metatype: Type) {}

  transform(body: unknown): Promise<unknown> {
    return this.validation.transform(knownNames(body), { type: 'body', metatype: this.metatype });
  }
}

/** The body of a request with a form of spec 001: it accepts both names of a field and is validated by the DTO. */
export const CampaignForm = (type: Type): ParameterDecorator => Body(new FormPipe(type));

/** The route accepts forms in any encoding, but no files. */
export const FormFields = (type: Type) =>
  applyDecorators(
    ApiBody({ type }),
    Upload({ field: 'file', maxFiles: 0 }),
    ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'),
  );
