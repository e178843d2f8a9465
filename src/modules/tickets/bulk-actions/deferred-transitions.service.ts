import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { InTransaction } from '../../../core/events/event.js';
import { AttendantWriting } from '../../messages/messages.events.js';
import { TicketSnapshots } from '../lifecycle/ticket-snapshots.service.js';
import type { UndoData } from './undoable-action.entity.js';

type Moved = Extract<UndoData, { kind: 'moved' }>;

/** Sends the texts of an act before what an attendant writes next: from then on the act cannot be undone, and a greeting comes first. */
@Injectable()
export class DeferredTransitions {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly snapshots: TicketSnapshots,
  ) {}

  @InTransaction(AttendantWriting)
  async attendantWriting({ ticketId }: AttendantWriting): Promise<void> {
    const acts = await this.db.rows<{ memory: Moved }>(
      sql`update ticket_acts a set memory = jsonb_set(a.memory, '{steps}', '[]')
       from (select id, memory from ticket_acts where company_id = ${this.context.companyId} and ticket_id = ${ticketId}
         and memory->'steps' <> '[]' for update) old
       where a.company_id = ${this.context.companyId} and a.id = old.id returning old.memory`,
    );
    for (const { memory } of acts) await this.snapshots.dispatchDeferred(ticketId, memory.after, memory.steps);
  }
}
