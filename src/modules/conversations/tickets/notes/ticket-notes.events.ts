import { DomainEvent, fields } from '../../../../core/events/event.js';
import type { HistoryTicket } from '../visibility/ticket-history.service.js';

@DomainEvent()
export class TicketNoteAdded extends fields<{
  companyId: number;
  noteId: number;
}>() {}

/** Mentions of these users were seen or removed, so their screens reload the list of mentions. */
@DomainEvent()
export class UnseenMentionsChanged extends fields<{
  companyId: number;
  userIds: readonly number[];
}>() {}

/** Notes of a ticket were removed, perhaps together with the ticket. */
@DomainEvent()
export class TicketNotesRemoved extends fields<{
  companyId: number;
  noteIds: readonly number[];
  ticket: HistoryTicket;
}>() {}
