import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import type { ErrorBody } from '../../../../core/errors/error-body.js';
import { t } from '../../../../core/i18n.js';
import { invalid } from '../../../../core/resource/json-field.js';
import type { TicketRow } from '../queries/tickets.queries.js';

export const bulkActions = ['accept', 'return', 'resolve', 'reopen', 'transfer', 'tag', 'read'] as const;
export type BulkAction = (typeof bulkActions)[number];

const maxTickets = 100;
const tooMany = {
  context: {
    text: t(
      `No máximo ${maxTickets} conversas de cada vez`,
      `At most ${maxTickets} conversations at a time`,
      `Como máximo ${maxTickets} conversaciones a la vez`,
    ),
  },
};

/** Each id once. */
const Ids = () =>
  applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: maxTickets }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set(value as unknown[])] : value)),
    IsArray(invalid),
    ArrayMinSize(1, invalid),
    ArrayMaxSize(maxTickets, tooMany),
    IsInt({ ...invalid, each: true }),
    Min(1, { ...invalid, each: true }),
    Max(Number.MAX_SAFE_INTEGER, { ...invalid, each: true }),
  );

/** Needed by some actions only; null counts as absent. */
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

/** What came of one of many. */
export interface BulkActionResult {
  /** Of the ticket, or of the action that is undone. */
  readonly id: number;
  readonly done: boolean;
  /** As it is now, where it was done. */
  readonly ticket: TicketRow | null;
  /** The id to undo the action by; null when nothing changed, or it cannot be undone. */
  readonly act: number | null;
  /** As a single request would have been refused. */
  readonly refusal: ErrorBody | null;
}

export type ActionOutcome = Pick<BulkActionResult, 'ticket' | 'act'>;
