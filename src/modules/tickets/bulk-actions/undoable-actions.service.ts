import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';

import { defineJob, JobHandler } from '../../../core/jobs/job.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { OnDiscard } from '../../../core/jobs/on-discard.js';
import { TicketSnapshots } from '../lifecycle/ticket-snapshots.service.js';
import { TicketTags } from '../tags/ticket-tags.service.js';
import { TicketsService } from '../tickets.service.js';
import type { ActionOutcome } from './bulk-actions.dto.js';
import { bulkErrors } from './bulk-actions.errors.js';
import type { UndoData } from './undoable-action.entity.js';

/** The time to undo an action is over: its deferred transitions are dispatched. */
export class FinalizeAction extends defineJob<{ actId: number }>('settle-act') {}

interface StoredAction {
  readonly ticketId: number;
  readonly memory: UndoData;
}
type StoredTransition = Extract<UndoData, { kind: 'moved' }>;

/** The screens offer to undo for six seconds, and as long as the pointer rests on the offer. */
const undoMs = 10_000;

/** Actions that can be undone for ten seconds; until then their automatic texts wait. */
@Injectable()
export class UndoableActions {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly tickets: TicketsService,
    private readonly snapshots: TicketSnapshots,
    private readonly tags: TicketTags,
  ) {}

  /** Answers the id by which the action can be undone. */
  async store(ticketId: number, memory: UndoData): Promise<number> {
    const row = await this.db.row<{ id: number }>(
      sql`insert into ticket_acts (company_id, ticket_id, user_id, memory)
       values (${this.context.companyId}, ${ticketId}, ${this.context.actor.userId}, ${JSON.stringify(memory)})
       returning id`,
    );
    if (!row) throw new Error('An insert without a row');
    await this.jobs.add(FinalizeAction, { actId: row.id }, { runAt: new Date(Date.now() + undoMs) });
    return row.id;
  }

  /** Deleting the row decides between this and {@link finalize}. @throws 409 when it is too late */
  async undo(actionId: number): Promise<ActionOutcome> {
    const action = await this.delete(actionId, this.context.actor.userId);
    if (!action) throw bulkErrors.ERR_UNDO_OVER();
    const { ticketId, memory } = action;
    if (memory.kind === 'moved')
      return { ticket: await this.snapshots.restore(ticketId, memory.before, memory.since), act: null };
    await this.tags.change(ticketId, memory.tagId, 'off');
    return { ticket: await this.tickets.get(ticketId), act: null };
  }

  /** Called before an attendant's message is stored: the automatic texts come first, and the actions cannot be undone any more. */
  async dispatchDeferred(ticketId: number): Promise<void> {
    const { companyId } = this.context;
    const actions = await this.db.rows<{ memory: StoredTransition }>(
      sql`update ticket_acts a set memory = jsonb_set(a.memory, '{steps}', '[]')
       from (select id, memory from ticket_acts where company_id = ${companyId} and ticket_id = ${ticketId}
         and memory->'steps' <> '[]' for update) old
       where a.company_id = ${companyId} and a.id = old.id returning old.memory`,
    );
    for (const { memory } of actions) await this.snapshots.dispatchDeferred(ticketId, memory.after, memory.steps);
  }

  @JobHandler(FinalizeAction)
  async finalize({ actId }: FinalizeAction['payload']): Promise<void> {
    const action = await this.delete(actId);
    if (action?.memory.kind === 'moved' && action.memory.steps.length > 0)
      await this.snapshots.dispatchDeferred(action.ticketId, action.memory.after, action.memory.steps);
  }

  /** Without its job an action could be undone for ever. */
  @OnDiscard(FinalizeAction)
  async discard({ actId }: FinalizeAction['payload']): Promise<void> {
    await this.delete(actId);
  }

  private delete(id: number, userId: number | null = null): Promise<StoredAction | undefined> {
    return this.db.row<StoredAction>(
      sql`delete from ticket_acts where company_id = ${this.context.companyId} and id = ${id}
       and (${userId}::bigint is null or user_id = ${userId}) returning ticket_id as "ticketId", memory`,
    );
  }
}
