import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, ValidateIf } from 'class-validator';
import { invalid } from '../../core/resource/json-field.js';

const digits = /^\d{8,15}$/;

export class PairingInput {
  @ApiProperty({ type: String, required: false, nullable: true, description: 'Digits of the phone, with country code' })
  @ValidateIf((_object, value) => value !== null && value !== undefined && value !== '')
  @IsString(invalid)
  @Matches(digits, invalid)
  number?: string | null;
}

export class NumberInput {
  @ApiProperty({ description: 'Digits with country code' })
  @IsString(invalid)
  @Matches(digits, invalid)
  number!: string;
}

export class RegistrationInput {
  @ApiProperty({ description: 'The six digits of its two-step verification, or of a new one' })
  @IsString(invalid)
  @Matches(/^\d{6}$/, invalid)
  pin!: string;
}
