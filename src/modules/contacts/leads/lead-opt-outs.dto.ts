import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { Multiline, Text } from '../../../core/resource/fields.js';

/** The letters and digits of a CNPJ with valid check digits; other values stay unchanged and fail validation. */
export function plainCnpj(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 40) return value;
  const plain = value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return isValidCnpj(plain, { version: 2 }) ? plain : value;
}

export class LeadOptOutInput {
  @Transform(({ value }: { value: unknown }) => plainCnpj(value))
  @Text({
    label: t('CNPJ', 'CNPJ', 'CNPJ'),
    // only values that plainCnpj has accepted match
    pattern: /^[0-9A-Z]{12}\d{2}$/,
    messages: { pattern: t('CNPJ inválido', 'Invalid CNPJ', 'CNPJ inválido') },
  })
  cnpj!: string;

  @Multiline({ label: t('Motivo', 'Reason', 'Motivo'), max: 500, default: '' })
  reason!: string;
}
