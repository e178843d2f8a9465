import type { RawBuilder } from 'kysely';

/** What ticket statements read of messages, a later module that defines it. */
export interface TicketMessagesSource {
  /** By the row alias `t`: `status` and `participant` of the newest message, where the row shows them. */
  readonly newest: RawBuilder<unknown>;
  /** By the row alias `t`: how many were `received` and `sent`, and `last_at`. */
  readonly counts: RawBuilder<unknown>;
  /** `ticket_id` and `message_id` of messages with the words. */
  readonly search: (companyId: number, text: string) => RawBuilder<unknown>;
  /** The words of a text, as {@link newestWith} compares them. */
  readonly words: (companyId: number, text: string) => RawBuilder<unknown>;
  /** By the row alias `t`: `id` and `body` of its newest message with the words. */
  readonly newestWith: (words: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** By the row alias `t`: `body` of the message `t.hit_id`. */
  readonly hit: RawBuilder<unknown>;
}

let source: TicketMessagesSource | undefined;

/** Called once, when the module that owns messages is imported. */
export function defineTicketMessages(given: TicketMessagesSource): void {
  source = given;
}

export function ticketMessages(): TicketMessagesSource {
  if (!source) throw new Error('No module defines what tickets read of messages');
  return source;
}
