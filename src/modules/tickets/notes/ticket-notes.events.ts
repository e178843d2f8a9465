import { DomainEvent } from '../../../core/events/event.js';
import type { HistoryTicket } from '../visibility/ticket-history.service.js';

/** A note was written; shown as it is after the commit. */
@DomainEvent()
export class TicketNoteAdded {
  constructor(
    readonly companyId: number,
    readonly noteId: number,
  ) {}
}

/** What these people were named in was seen by them, or is gone: their bells ask anew. */
@DomainEvent()
export class UnseenMentionsChanged {
  constructor(
    readonly companyId: number,
    readonly userIds: readonly number[],
  ) {}
}

/** Notes of one conversation were removed; it may be gone as well. */
@DomainEvent()
export class TicketNotesRemoved {
  constructor(
    readonly companyId: number,
    readonly noteIds: readonly number[],
    readonly ticket: HistoryTicket,
  ) {}
}
