import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { OnDiscard } from '../../core/jobs/discard.js';
import { defineJob, JobHandler } from '../../core/jobs/job.js';
import { TicketMemories } from '../tickets/ticket-memory.service.js';
import type { ActMemory } from './ticket-act.entity.js';

/** The time to take an act back is over: what was left for then is done. */
export class SettleAct extends defineJob<{ actId: number }>('settle-act') {}

@Injectable()
export class SettleActHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly memories: TicketMemories,
  ) {}

  @JobHandler(SettleAct)
  async perform(payload: SettleAct['payload']): Promise<void> {
    const act = await this.take(payload);
    if (act?.memory.kind === 'moved' && act.memory.steps.length > 0)
      await this.memories.complete(act.ticketId, act.memory.after, act.memory.steps);
  }

  /** Nobody undoes any more what nobody completes. */
  @OnDiscard(SettleAct)
  async discarded(payload: SettleAct['payload']): Promise<void> {
    await this.take(payload);
  }

  private take({ actId }: SettleAct['payload']): Promise<{ ticketId: number; memory: ActMemory } | undefined> {
    return this.db.row(
      sql`delete from ticket_acts where company_id = ${this.context.companyId} and id = ${actId}
       returning ticket_id as "ticketId", memory`,
    );
  }
}
