import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, IsUUID, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { t } from '../../core/i18n.js';

const invalid = { context: { text: t('Valor inválido', 'Invalid value', 'Valor inválido') } };
const tooLong = { context: { text: t('Muito longo!', 'Too long!', '¡Demasiado largo!') } };
const given = ValidateIf((_object, value) => value !== undefined && value !== null);

/** Text that providers carry in one message. */
export const maxBody = 4096;

/** The spec sends the whole quoted message, forms send its id as text. */
function quotedId(value: unknown): unknown {
  if (value === '' || value === null || value === 'null' || value === 'undefined') return undefined;
  if (typeof value === 'object' && 'id' in value) return quotedId(value.id);
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return quotedId(JSON.parse(value));
    } catch {
      return value;
    }
  }
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

export class SendMessageInput {
  @ApiProperty({ maxLength: maxBody, required: false })
  @given
  @IsString(invalid)
  @MaxLength(maxBody, tooLong)
  body?: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    description: 'Id of the quoted message, or an object with it',
  })
  @Transform(({ value }: { value: unknown }) => quotedId(value))
  @given
  @IsInt(invalid)
  @Min(1, invalid)
  @Max(Number.MAX_SAFE_INTEGER, invalid)
  quotedMsg?: number;

  @ApiProperty({
    format: 'uuid',
    required: false,
    description: 'Made by the client; a repeated request is the same message',
  })
  @given
  @IsUUID(undefined, invalid)
  clientMessageId?: string;
}
