import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { Multiline, Text } from '../../../core/resource/fields.js';

/** Letters and digits of a CNPJ whose check digits are right; anything else stays what it is, and is refused. */
export function plainCnpj(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 40) return value;
  const plain = value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return isValidCnpj(plain, { version: 2 }) ? plain : value;
}

export class LeadOptOutInput {
  @Transform(({ value }: { value: unknown }) => plainCnpj(value))
  @Text({
    label: t('CNPJ', 'CNPJ', 'CNPJ'),
    // only plainCnpj writes it like that
    pattern: /^[0-9A-Z]{12}\d{2}$/,
    messages: { pattern: t('CNPJ inválido', 'Invalid CNPJ', 'CNPJ inválido') },
  })
  cnpj!: string;

  @Multiline({ label: t('Motivo', 'Reason', 'Motivo'), max: 500, default: '' })
  reason!: string;
}
