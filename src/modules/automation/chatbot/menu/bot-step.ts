import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import type { BotContext, BotQueue, BotSessionState, NewChoice } from '../queries/chatbot.queries.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** One step of the bot in a locked ticket: its data, and the decisions so far. */
export interface BotStep extends Omit<BotContext, 'session' | 'queue'> {
  readonly ticket: Ticket;
  /** The department of the ticket. */
  queue: BotQueue | null;
  readonly session: Mutable<BotSessionState>;
  readonly before: BotSessionState;
  readonly choices: NewChoice[];
}
