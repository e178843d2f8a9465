import type { ErrorBody } from '../../../core/errors/error-body.js';
import type { TicketRow } from '../tickets.queries.js';

/** What came of one of many. */
export interface BulkActionResult {
  /** Of the conversation, or of the act that is taken back. */
  readonly id: number;
  readonly done: boolean;
  /** As it is now, where it was done. */
  readonly ticket: TicketRow | null;
  /** By which it can be taken back; null when nothing changed, or it cannot be. */
  readonly act: number | null;
  /** As a single request would have been refused. */
  readonly refusal: ErrorBody | null;
}

export type ActionOutcome = Pick<BulkActionResult, 'ticket' | 'act'>;
