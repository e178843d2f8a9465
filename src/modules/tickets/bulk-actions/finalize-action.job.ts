import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { defineJob, JobHandler } from '../../../core/jobs/job.js';
import { OnDiscard } from '../../../core/jobs/on-discard.js';
import { TicketSnapshots } from '../lifecycle/ticket-snapshots.service.js';
import type { UndoData } from './undoable-action.entity.js';

/** The time to take an act back is over: what was left for then is done. */
export class FinalizeAction extends defineJob<{ actId: number }>('settle-act') {}

@Injectable()
export class FinalizeActionHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly snapshots: TicketSnapshots,
  ) {}

  @JobHandler(FinalizeAction)
  async perform(payload: FinalizeAction['payload']): Promise<void> {
    const act = await this.deleteUndoable(payload);
    if (act?.memory.kind === 'moved' && act.memory.steps.length > 0)
      await this.snapshots.dispatchDeferred(act.ticketId, act.memory.after, act.memory.steps);
  }

  /** Nobody undoes any more what nobody completes. */
  @OnDiscard(FinalizeAction)
  async discarded(payload: FinalizeAction['payload']): Promise<void> {
    await this.deleteUndoable(payload);
  }

  private deleteUndoable({
    actId,
  }: FinalizeAction['payload']): Promise<{ ticketId: number; memory: UndoData } | undefined> {
    return this.db.row(
      sql`delete from ticket_acts where company_id = ${this.context.companyId} and id = ${actId}
       returning ticket_id as "ticketId", memory`,
    );
  }
}
