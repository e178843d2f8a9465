import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { TicketSnapshots } from '../lifecycle/ticket-snapshots.service.js';
import { TicketTags } from '../tags/ticket-tags.service.js';
import { TicketsService } from '../tickets.service.js';
import type { ActionOutcome } from './bulk-action-result.js';
import { bulkErrors } from './bulk-actions.errors.js';
import type { UndoData } from './undoable-action.entity.js';

interface StoredAct {
  ticketId: number;
  memory: UndoData;
}

/** Takes back what can still be taken back. */
@Injectable()
export class ActionUndo {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly tickets: TicketsService,
    private readonly snapshots: TicketSnapshots,
    private readonly tags: TicketTags,
  ) {}

  /** The row decides between this and the job that completes the act. @throws 409 when it is too late */
  async undo(actId: number): Promise<ActionOutcome> {
    const { companyId, actor } = this.context;
    const act = await this.db.row<StoredAct>(
      sql`delete from ticket_acts where company_id = ${companyId} and id = ${actId} and user_id = ${actor.userId}
       returning ticket_id as "ticketId", memory`,
    );
    if (!act) throw bulkErrors.ERR_UNDO_OVER();
    const { ticketId, memory } = act;
    if (memory.kind === 'moved')
      return { ticket: await this.snapshots.restore(ticketId, memory.before, memory.since), act: null };
    await this.tags.change(ticketId, memory.tagId, 'off');
    return { ticket: await this.tickets.get(ticketId), act: null };
  }
}
