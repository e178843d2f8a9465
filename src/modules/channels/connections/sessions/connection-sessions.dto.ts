import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { t } from '../../../../core/i18n.js';
import { Phone } from '../../../../core/resource/fields.js';
import { invalid } from '../../../../core/resource/json-field.js';

export class PairingInput {
  @Phone({ label: t('Número', 'Number', 'Número'), optional: true, max: 50 })
  number?: string | null;
}

export class NumberInput {
  @Phone({ label: t('Número', 'Number', 'Número'), max: 50 })
  number!: string;
}

export class RegistrationInput {
  @ApiProperty({ description: 'The six digits of its two-step verification, or of a new one' })
  @IsString(invalid)
  @Matches(/^\d{6}$/, invalid)
  pin!: string;
}
