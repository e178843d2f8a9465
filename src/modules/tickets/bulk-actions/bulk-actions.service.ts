import { Injectable } from '@nestjs/common';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { toAppError, toErrorBody } from '../../../core/errors/error-body.js';
import { ActionUndo } from './action-undo.service.js';
import type { ActionOutcome, BulkActionResult } from './bulk-action-result.js';
import { BulkActionRunner } from './bulk-action-runner.service.js';
import type { BulkInput } from './bulk-actions.dto.js';

/** The same act on many conversations: one after the other, each in a transaction of its own. */
@Injectable()
export class BulkActionsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly runner: BulkActionRunner,
    private readonly actionUndo: ActionUndo,
  ) {}

  perform({ ids, ...input }: BulkInput): Promise<BulkActionResult[]> {
    return this.each(ids, (id) => this.runner.run(id, input));
  }

  undo(acts: readonly number[]): Promise<BulkActionResult[]> {
    return this.each(acts, (id) => this.actionUndo.undo(id));
  }

  /** @throws what is no refusal of the one alone: whatever comes after it would fail too */
  private async each(
    ids: readonly number[],
    perform: (id: number) => Promise<ActionOutcome>,
  ): Promise<BulkActionResult[]> {
    const { companyId } = this.context.actor;
    const results: BulkActionResult[] = [];
    for (const id of ids) {
      try {
        const done = await this.db.runAs(companyId, () => perform(id));
        results.push({ id, done: true, ...done, refusal: null });
      } catch (failure) {
        const refused = toAppError(failure);
        if (!refused || refused.status >= 500) throw failure;
        const refusal = toErrorBody(refused, this.context.locale);
        results.push({ id, done: false, ticket: null, act: null, refusal });
      }
    }
    return results;
  }
}
