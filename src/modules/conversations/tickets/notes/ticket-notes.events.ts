import { DomainEvent } from '../../../../core/events/event.js';
import type { HistoryTicket } from '../visibility/ticket-history.service.js';

@DomainEvent()
export class TicketNoteAdded {
  constructor(
    readonly companyId: number,
    readonly noteId: number,
  ) {}
}

/** Mentions of these users were seen or removed: their bells reload. */
@DomainEvent()
export class UnseenMentionsChanged {
  constructor(
    readonly companyId: number,
    readonly userIds: readonly number[],
  ) {}
}

/** Notes of one ticket were removed, perhaps with the ticket. */
@DomainEvent()
export class TicketNotesRemoved {
  constructor(
    readonly companyId: number,
    readonly noteIds: readonly number[],
    readonly ticket: HistoryTicket,
  ) {}
}
