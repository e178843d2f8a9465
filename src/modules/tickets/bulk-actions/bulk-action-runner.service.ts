import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { ReadReceipts } from '../../messages/read-receipts/read-receipts.service.js';
import { type TicketSnapshot, TicketSnapshots } from '../lifecycle/ticket-snapshots.service.js';
import { TicketTags } from '../tags/ticket-tags.service.js';
import type { TicketStatus } from '../ticket.entity.js';
import type { UpdateTicketInput } from '../tickets.dto.js';
import type { TicketTransition } from '../tickets.events.js';
import type { TicketRow } from '../tickets.queries.js';
import { TicketsService } from '../tickets.service.js';
import type { ActionOutcome } from './bulk-action-result.js';
import type { BulkAction, BulkInput } from './bulk-actions.dto.js';
import { bulkErrors } from './bulk-actions.errors.js';
import { FinalizeAction } from './finalize-action.job.js';
import type { UndoData } from './undoable-action.entity.js';

type Act = Omit<BulkInput, 'ids'>;
type Move = Exclude<BulkAction, 'tag' | 'read'>;

/** The screens offer to undo for six seconds, and as long as the pointer rests on it. */
const undoMs = 10_000;

/** What each is for; the statuses where it has been done already, or somebody else has the conversation, speak for themselves. */
const from: Readonly<Record<Move, readonly [readonly TicketStatus[], () => AppError]>> = {
  accept: [['pending', 'open'], bulkErrors.ERR_TICKET_NOT_WAITING],
  return: [['open', 'pending'], bulkErrors.ERR_TICKET_NOT_ATTENDED],
  resolve: [['open', 'closed'], bulkErrors.ERR_TICKET_NOT_ATTENDED],
  reopen: [['closed', 'open'], bulkErrors.ERR_TICKET_NOT_CLOSED],
  transfer: [['pending', 'open'], bulkErrors.ERR_TICKET_NOT_ATTENDED],
};

/** One of many acts, through the services of the single ones; what it changed is remembered for a while. */
@Injectable()
export class BulkActionRunner {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly tickets: TicketsService,
    private readonly snapshots: TicketSnapshots,
    private readonly tags: TicketTags,
    private readonly readReceipts: ReadReceipts,
  ) {}

  async run(id: number, { action, ...input }: Act): Promise<ActionOutcome> {
    if (action === 'tag') return this.addTag(id, input.tagId ?? 0);
    if (action === 'read') return this.markRead(id);
    return this.transition(id, action, input);
  }

  /** The customer has been told: that cannot be taken back. */
  private async markRead(id: number): Promise<ActionOutcome> {
    const ticket = await this.readReceipts.markRead(id);
    if (ticket.unreadMessages > 0) throw bulkErrors.ERR_NOT_RESPONSIBLE();
    return { ticket, act: null };
  }

  private async transition(
    id: number,
    action: Move,
    { queueId, userId, whatsappId }: Omit<Act, 'action'>,
  ): Promise<ActionOutcome> {
    const before = await this.snapshots.take(id);
    const [statuses, refusal] = from[action];
    if (!statuses.includes(before.status)) {
      // whoever does not see it does not learn how it stands
      await this.tickets.get(id);
      throw refusal();
    }
    if (action === 'return' && before.status === 'pending') return { ticket: await this.tickets.get(id), act: null };
    const place = { ...(queueId ? { queueId } : {}), ...(whatsappId ? { whatsappId } : {}) };
    const steps: TicketTransition[] = [];
    const change: Readonly<Record<Move, UpdateTicketInput>> = {
      accept: { status: 'open' },
      return: { status: 'pending', userId: null },
      resolve: { status: 'closed' },
      reopen: { status: 'open' },
      transfer: userId ? { userId, ...place } : { status: 'pending', userId: null, ...place },
    };
    const ticket = await this.tickets.update(id, change[action], steps);
    const { status, userId: holder, queueId: department } = ticket;
    const after = { status, userId: holder, queueId: department };
    if (isAt(before, ticket)) return { ticket, act: null };
    return { ticket, act: await this.storeUndo(id, { kind: 'moved', before, after, since: ticket.updatedAt, steps }) };
  }

  private async addTag(id: number, tagId: number): Promise<ActionOutcome> {
    const added = await this.tags.change(id, tagId, 'on');
    const act = added ? await this.storeUndo(id, { kind: 'tagged', tagId }) : null;
    return { ticket: await this.tickets.get(id), act };
  }

  /** Texts to the customer wait until the act cannot be taken back any more: what was said cannot be unsaid. */
  private async storeUndo(ticketId: number, memory: UndoData): Promise<number> {
    const row = await this.db.row<{ id: number }>(
      sql`insert into ticket_acts (company_id, ticket_id, user_id, memory)
       values (${this.context.companyId}, ${ticketId}, ${this.context.actor.userId}, ${JSON.stringify(memory)})
       returning id`,
    );
    if (!row) throw new Error('An insert without a row');
    await this.jobs.add(FinalizeAction, { actId: row.id }, { runAt: new Date(Date.now() + undoMs) });
    return row.id;
  }
}

const isAt = (before: TicketSnapshot, { status, userId, queueId, whatsappId }: TicketRow) =>
  before.status === status &&
  before.userId === userId &&
  before.queueId === queueId &&
  before.whatsappId === whatsappId;
