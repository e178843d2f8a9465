import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { AppError } from '../../../../core/errors/app-error.js';
import { toAppError, toErrorBody } from '../../../../core/errors/error-body.js';
import { Events } from '../../../../core/events/events.js';
import { TicketsService } from '../crud/tickets.service.js';
import type { TicketSnapshot } from '../lifecycle/ticket-lifecycle.service.js';
import { type TicketRow, withConnectionId } from '../queries/tickets.queries.js';
import { TicketTagsService } from '../tags/ticket-tags.service.js';
import type { TicketStatus } from '../ticket.entity.js';
import type { UpdateTicketInput } from '../tickets.dto.js';
import { ticketErrors } from '../tickets.errors.js';
import { TicketMarkingRead, type TicketTransition } from '../tickets.events.js';
import { attends } from '../tickets.policy.js';
import type { ActionOutcome, BulkAction, BulkActionResult, BulkInput } from './bulk-actions.dto.js';
import { UndoableActionsService } from './undoable-actions.service.js';

type ActionInput = Omit<BulkInput, 'ids'>;
type TransitionAction = Exclude<BulkAction, 'tag' | 'read'>;

/** Statuses in which an action is allowed, among them its own target, and the error for other statuses. */
const allowedStatuses: Readonly<Record<TransitionAction, readonly [readonly TicketStatus[], () => AppError]>> = {
  accept: [['pending', 'open'], ticketErrors.ERR_TICKET_NOT_WAITING],
  return: [['open', 'pending'], ticketErrors.ERR_TICKET_NOT_ATTENDED],
  bot: [['open', 'pending'], ticketErrors.ERR_TICKET_NOT_ATTENDED],
  resolve: [['open', 'closed'], ticketErrors.ERR_TICKET_NOT_ATTENDED],
  reopen: [['closed', 'open'], ticketErrors.ERR_TICKET_NOT_CLOSED],
  transfer: [['pending', 'open'], ticketErrors.ERR_TICKET_NOT_ATTENDED],
};

/** Applies one action to many tickets, one after the other, each in its own transaction. */
@Injectable()
export class BulkActionsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly tickets: TicketsService,
    private readonly tags: TicketTagsService,
    private readonly undoable: UndoableActionsService,
  ) {}

  perform({ ids, ...input }: BulkInput): Promise<BulkActionResult[]> {
    return this.each(ids, (id) => this.performOne(id, input));
  }

  undo(ids: readonly number[]): Promise<BulkActionResult[]> {
    return this.each(ids, (id) => this.undoable.undo(id));
  }

  /** @throws unexpected errors, as the remaining tickets would fail, too */
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

  private async performOne(id: number, { action, ...input }: ActionInput): Promise<ActionOutcome> {
    if (action === 'tag') return this.addTag(id, input.tagId ?? 0);
    if (action === 'read') return this.markRead(id);
    return this.transition(id, action, input);
  }

  /** Cannot be undone, as the customer gets a read receipt. */
  private async markRead(id: number): Promise<ActionOutcome> {
    const ticket = await this.tickets.get(id);
    if (ticket.unreadMessages === 0) return { ticket, act: null };
    if (!attends(this.context.actor, ticket)) throw ticketErrors.ERR_NOT_RESPONSIBLE();
    await this.events.dispatch(new TicketMarkingRead({ ticket: withConnectionId(ticket) }));
    return { ticket: { ...ticket, unreadMessages: 0 }, act: null };
  }

  private async transition(
    id: number,
    action: TransitionAction,
    { queueId, userId, whatsappId }: Omit<ActionInput, 'action'>,
  ): Promise<ActionOutcome> {
    const before = await this.undoable.takeSnapshot(id);
    const [statuses, refusal] = allowedStatuses[action];
    if (!statuses.includes(before.status)) {
      // a caller who does not see the ticket must not learn its status
      await this.tickets.get(id);
      throw refusal();
    }
    if (action === 'return' && before.status === 'pending') return { ticket: await this.tickets.get(id), act: null };
    const target = { ...(queueId ? { queueId } : {}), ...(whatsappId ? { whatsappId } : {}) };
    const changes: Readonly<Record<Exclude<TransitionAction, 'bot'>, UpdateTicketInput>> = {
      accept: { status: 'open' },
      return: { status: 'pending', userId: null },
      resolve: { status: 'closed' },
      reopen: { status: 'open' },
      transfer: userId ? { userId, ...target } : { status: 'pending', userId: null, ...target },
    };
    const steps: TicketTransition[] = [];
    const ticket =
      action === 'bot'
        ? await this.tickets.giveToBot(id, steps)
        : await this.tickets.update(id, changes[action], steps);
    if (steps.length === 0 && isUnchanged(before, ticket)) return { ticket, act: null };
    const after = { status: ticket.status, userId: ticket.userId, queueId: ticket.queueId };
    const act = await this.undoable.store(id, { kind: 'moved', before, after, since: ticket.updatedAt, steps });
    return { ticket, act };
  }

  private async addTag(id: number, tagId: number): Promise<ActionOutcome> {
    const added = await this.tags.change(id, tagId, 'on');
    const act = added ? await this.undoable.store(id, { kind: 'tagged', tagId }) : null;
    return { ticket: await this.tickets.get(id), act };
  }
}

const isUnchanged = (before: TicketSnapshot, { status, userId, queueId, whatsappId }: TicketRow): boolean =>
  before.status === status &&
  before.userId === userId &&
  before.queueId === queueId &&
  before.connectionId === whatsappId;
