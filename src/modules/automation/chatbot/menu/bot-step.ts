import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import type { BotContext, BotQueue, BotSessionState, NewChoice } from '../queries/chatbot.queries.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** One step of the bot in a ticket whose lock it holds: what it knows, and what it has decided so far. */
export interface BotStep extends Omit<BotContext, 'session' | 'queue'> {
  readonly ticket: Ticket;
  /** The ticket's. */
  queue: BotQueue | null;
  readonly session: Mutable<BotSessionState>;
  readonly before: BotSessionState;
  readonly choices: NewChoice[];
}
