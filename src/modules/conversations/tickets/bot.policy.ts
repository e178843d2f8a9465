import { sql } from 'kysely';
import type { Condition } from '../../../core/database/statements.js';
import type { Ticket } from './ticket.entity.js';

type Facts = Pick<Ticket, 'status' | 'userId' | 'isGroup' | 'botPausedAt'>;

/**
 * A person has written (an attendant here or on another device, a program, a schedule, a campaign), or the bots have
 * reached their limit: not even a rating or a completion message is sent.
 */
export const isBotPaused = ({ botPausedAt }: { readonly botPausedAt: Date | string | null }): boolean =>
  botPausedAt !== null;

/**
 * Whether a bot (menu, assistant, typebot, n8n, greeting, out of hours) may answer the conversation now (behaviour.md
 * §18): it has no attendant, and no person has written in this cycle or since it was given back to the bot. Each bot checks
 * this right before it answers, with the ticket locked.
 */
export const mayBotAnswer = ({ status, userId, isGroup, botPausedAt }: Facts): boolean =>
  status === 'pending' && userId === null && !isGroup && !isBotPaused({ botPausedAt });

/** {@link mayBotAnswer} as a condition on `tickets t`. */
export const botMayAnswer: Condition = sql`t.status = 'pending' and t.user_id is null and not t.is_group
  and t.bot_paused_at is null`;
