import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { t } from '../../../core/i18n.js';
import { parseJson } from '../../../core/requests/body-limits.js';
import { Multiline } from '../../../core/resource/fields.js';
import { invalid, JsonField } from '../../../core/resource/json-field.js';
import { TemplateInput } from '../../channels/templates/templates.dto.js';
import { InteractiveInput } from './outbound/interactive.dto.js';

const tooLong = { context: { text: t('Muito longo!', 'Too long!', '¡Demasiado largo!') } };
/** Most tickets to which a message can be forwarded at once. */
const maxForwarded = 10;
const tooMany = {
  context: {
    text: t(
      `No máximo ${maxForwarded} conversas de cada vez`,
      `At most ${maxForwarded} conversations at a time`,
      `Como máximo ${maxForwarded} conversaciones a la vez`,
    ),
  },
};
const isGiven = ValidateIf((_object, value) => value !== undefined && value !== null);

/** Longest text that providers accept. */
export const maxBody = 4096;

/** Existing clients send the whole quoted message; forms send its id, or the message as JSON. */
function quotedId(value: unknown): unknown {
  const given = typeof value === 'string' && value.startsWith('{') ? parsed(value) : value;
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : given;
  if (id === '' || id === null || id === 'null' || id === 'undefined') return undefined;
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

export class SendMessageInput {
  @ApiProperty({ maxLength: maxBody, required: false })
  @isGiven
  @IsString(invalid)
  // PostgreSQL cannot store the NUL character
  @Matches(/^[^\u0000]*$/, invalid)
  @MaxLength(maxBody, tooLong)
  body?: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    description: 'Id of the quoted message, or an object with it',
  })
  @Transform(({ value }: { value: unknown }) => quotedId(value))
  @isGiven
  @IsInt(invalid)
  @Min(1, invalid)
  @Max(Number.MAX_SAFE_INTEGER, invalid)
  quotedMsg?: number;

  @ApiProperty({
    format: 'uuid',
    required: false,
    description: 'Made by the client; a repeated request is the same message',
  })
  @isGiven
  @IsUUID(undefined, invalid)
  clientMessageId?: string;

  @ApiProperty({
    type: Boolean,
    required: false,
    description: 'The one file is a recording just made, not an audio file: customers see a voice message',
  })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @isGiven
  @IsBoolean(invalid)
  voice?: boolean;

  @JsonField(() => TemplateInput, { description: 'Instead of a body: the only message outside of the window' })
  template?: TemplateInput;

  @JsonField(() => InteractiveInput, { description: 'Instead of a body: choices for the customer' })
  interactive?: InteractiveInput;

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'Instead of a body: the message of a file list and its files, in order',
  })
  @isGiven
  @IsInt(invalid)
  @Min(1, invalid)
  @Max(Number.MAX_SAFE_INTEGER, invalid)
  fileListId?: number;
}

/** Existing clients send the whole message; only its text is used. */
export class EditMessageInput {
  @ApiProperty({ maxLength: maxBody })
  @IsString(invalid)
  @Matches(/^[^\u0000]*$/, invalid)
  @MaxLength(maxBody, tooLong)
  body!: string;
}

export class ForwardInput {
  @ApiProperty({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: maxForwarded })
  @IsArray(invalid)
  @ArrayMinSize(1, invalid)
  @ArrayMaxSize(maxForwarded, tooMany)
  @IsInt({ each: true, ...invalid })
  @Min(1, { each: true, ...invalid })
  @Max(Number.MAX_SAFE_INTEGER, { each: true, ...invalid })
  ticketIds!: number[];
}

export class ReactInput {
  @ApiProperty({ type: String, nullable: true, maxLength: 40, description: 'One emoji; null takes it back' })
  @ValidateIf((_object, value) => value !== null)
  @IsString(invalid)
  @MaxLength(40, invalid)
  emoji!: string | null;
}

export class TextPreviewInput {
  @Multiline({ label: t('Texto', 'Text', 'Texto'), max: maxBody, default: '' })
  text!: string;
}
