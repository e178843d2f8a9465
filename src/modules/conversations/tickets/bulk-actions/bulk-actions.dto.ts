import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import type { ErrorBody } from '../../../../core/errors/error-body.js';
import { t } from '../../../../core/i18n.js';
import { invalid } from '../../../../core/resource/json-field.js';
import type { TicketRow } from '../queries/tickets.queries.js';

export const bulkActions = ['accept', 'return', 'bot', 'resolve', 'reopen', 'transfer', 'tag', 'read'] as const;
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

/** A list of ids; duplicates are removed. */
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

/** An id that only some actions need; null counts as absent. */
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

/** The result for one of the tickets, or for one of the actions to undo. */
export interface BulkActionResult {
  /** Id of the ticket, or of the action to undo. */
  readonly id: number;
  readonly done: boolean;
  /** The ticket after the action; null when the action failed. */
  readonly ticket: TicketRow | null;
  /** The id by which the action can be undone; null when nothing changed or it cannot be undone. */
  readonly act: number | null;
  /** The error that a request for this ticket alone would have returned. */
  readonly refusal: ErrorBody | null;
}

export type ActionOutcome = Pick<BulkActionResult, 'ticket' | 'act'>;
