import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { t } from '../../core/i18n.js';
import { type TicketStatus, ticketStatuses } from './ticket.entity.js';

const invalid = { context: { text: t('Valor inválido', 'Invalid value', 'Valor inválido') } };

/** An id; null clears it. */
const OptionalId = (clears: unknown[] = []) =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1, required: false, nullable: true }),
    Transform(({ value }: { value: unknown }) => (clears.includes(value) ? null : value)),
    ValidateIf((_object, value) => value !== undefined && value !== null),
    IsInt(invalid),
    Min(1, invalid),
    Max(Number.MAX_SAFE_INTEGER, invalid),
  );

const RequiredId = () =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1 }),
    IsInt(invalid),
    Min(1, invalid),
    Max(Number.MAX_SAFE_INTEGER, invalid),
  );

export class CreateTicketInput {
  @RequiredId()
  contactId!: number;

  @OptionalId(['', 0])
  queueId?: number | null;

  @OptionalId(['', 0])
  whatsappId?: number | null;

  @OptionalId(['', 0])
  userId?: number | null;

  @ApiProperty({ enum: ['open'], required: false })
  @ValidateIf((_object, value) => value !== undefined)
  @IsIn(['open'], invalid)
  status?: 'open';
}

export class UpdateTicketInput {
  @ApiProperty({ enum: ticketStatuses, required: false })
  @ValidateIf((_object, value) => value !== undefined)
  @IsIn([...ticketStatuses], invalid)
  status?: TicketStatus;

  @OptionalId(['', 0])
  userId?: number | null;

  @OptionalId(['', 0])
  queueId?: number | null;

  @OptionalId(['', 0])
  whatsappId?: number | null;

  @ApiProperty({ type: Boolean, required: false })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsIn([true, false], invalid)
  useIntegration?: boolean;

  /** false clears it, as the spec's screens send. */
  @OptionalId([false])
  promptId?: number | null;

  @OptionalId([false])
  integrationId?: number | null;
}

const mostTags = 100;

/** Each id once; the spec's screens send whole tags, others their ids. What is neither stays and is refused. */
function idsOfTags(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const idOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item);
  return [...new Set(value.map(idOf))];
}

export class SyncTagsInput {
  @RequiredId()
  ticketId!: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    maxItems: mostTags,
    description: 'Ids of tags, or tags as { id }',
  })
  @Transform(({ value }: { value: unknown }) => idsOfTags(value))
  @IsArray(invalid)
  @ArrayMaxSize(mostTags, invalid)
  @IsInt({ ...invalid, each: true })
  @Min(1, { ...invalid, each: true })
  @Max(Number.MAX_SAFE_INTEGER, { ...invalid, each: true })
  tags!: number[];
}
