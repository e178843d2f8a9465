import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, OnDiscard } from '../../../../core/jobs/job.js';
import { DeferredTransitionsService } from './deferred-transitions.service.js';
import { deleteUndoableAction } from './undoable-actions.queries.js';

/** Dispatches the deferred transitions of an action when the time to undo it is over. */
export class FinalizeAction extends defineJob<{ actionId: number }>('finalize-action') {}

@Injectable()
export class FinalizeActionHandler {
  constructor(
    private readonly db: Db,
    private readonly deferred: DeferredTransitionsService,
  ) {}

  /** Whoever deletes the row first wins: this or the undo. */
  @JobHandler(FinalizeAction)
  async perform({ actionId }: FinalizeAction['payload']): Promise<void> {
    const action = await this.db.row(deleteUndoableAction(this.db.companyId, actionId, null));
    if (action?.undo.kind === 'moved' && action.undo.steps.length > 0)
      await this.deferred.dispatch(action.ticketId, action.undo);
  }

  /** Without this an action whose job was discarded could be undone for ever. */
  @OnDiscard(FinalizeAction)
  async discarded({ actionId }: FinalizeAction['payload']): Promise<void> {
    await this.db.run(deleteUndoableAction(this.db.companyId, actionId, null));
  }
}
