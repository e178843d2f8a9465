import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import { t } from '../../../core/i18n.js';

const invalid = { context: { text: t('Valor inválido', 'Invalid value', 'Valor inválido') } };

export const bulkActions = ['accept', 'return', 'resolve', 'reopen', 'transfer', 'tag', 'read'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Conversations that are acted on at once. */
const most = 100;
const tooMany = {
  context: {
    text: t(
      `No máximo ${most} conversas de cada vez`,
      `At most ${most} conversations at a time`,
      `Como máximo ${most} conversaciones a la vez`,
    ),
  },
};

/** Each id once, in one order for everybody. */
const Ids = () =>
  applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: most }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set(value as unknown[])] : value)),
    IsArray(invalid),
    ArrayMinSize(1, invalid),
    ArrayMaxSize(most, tooMany),
    IsInt({ ...invalid, each: true }),
    Min(1, { ...invalid, each: true }),
    Max(Number.MAX_SAFE_INTEGER, { ...invalid, each: true }),
  );

/** Asked for by some actions only; null is as good as nothing. */
const IdOf = (description: string, needed: (input: BulkInput) => boolean = () => false) =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1, required: false, nullable: true, description }),
    ValidateIf((input: BulkInput, value) => (value !== undefined && value !== null) || needed(input)),
    IsInt(invalid),
    Min(1, invalid),
    Max(Number.MAX_SAFE_INTEGER, invalid),
  );

export class BulkInput {
  @ApiProperty({ enum: bulkActions })
  @IsIn([...bulkActions], invalid)
  action!: BulkAction;

  @Ids()
  ids!: number[];

  @IdOf('transfer: the department; without one each conversation keeps its own', (input) => {
    return input.action === 'transfer' && !input.userId;
  })
  queueId?: number | null;

  @IdOf('transfer: the person')
  userId?: number | null;

  @IdOf('transfer: the connection; without one each conversation keeps its own')
  whatsappId?: number | null;

  @IdOf('tag: the tag to add', ({ action }) => action === 'tag')
  tagId?: number | null;
}

export class UndoInput {
  @Ids()
  acts!: number[];
}
