import type { RawBuilder } from 'kysely';

/** What statements on tickets read of messages; defined by the messages module, which is imported later. */
export interface TicketMessagesSource {
  /**
   * For the row alias `t`: the message that lists show, if it is ours or of a group: the last one of a person, or the
   * newest where the last ones are all automatic. `status`, `participant`, `user_id`, `from_me`, `ack`, `type`, `text`.
   */
  readonly shown: RawBuilder<unknown>;
  /** For the row alias `t`: numbers of `received` and `sent` messages, and `last_at`. */
  readonly counts: RawBuilder<unknown>;
  /** `ticket_id` and `message_id` of the messages that contain the words. */
  readonly search: (companyId: number, text: string) => RawBuilder<unknown>;
  /** The words of a text in the form that {@link newestWith} compares. */
  readonly words: (companyId: number, text: string) => RawBuilder<unknown>;
  /** For the row alias `t`: `id` and `body` of the newest message with the words. */
  readonly newestWith: (words: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** For the row alias `t`: `body` of the message `t.hit_id`. */
  readonly hit: RawBuilder<unknown>;
}

let source: TicketMessagesSource | undefined;

/** Called once, when the messages module is imported. */
export function defineTicketMessages(given: TicketMessagesSource): void {
  source = given;
}

export function ticketMessages(): TicketMessagesSource {
  if (!source) throw new Error('No module defines what tickets read of messages');
  return source;
}
