import { sql } from 'kysely';
import type { Condition } from '../../../core/database/statements.js';
import type { Ticket } from './ticket.entity.js';

type Facts = Pick<Ticket, 'status' | 'userId' | 'isGroup' | 'botPausedAt'>;

/** A person of ours has written: not even what belongs to the end of an attendance is answered. */
export const isBotPaused = ({ botPausedAt }: { readonly botPausedAt: Date | string | null }): boolean =>
  botPausedAt !== null;

/**
 * Whether a robot (menu, assistant, typebot, n8n, greeting, out of hours) may answer the conversation now (behaviour.md §18):
 * nobody has taken it, and no person of ours has written in this attendance. Everything that answers asks here, with the
 * ticket's lock, right before it does.
 */
export const mayBotAnswer = ({ status, userId, isGroup, botPausedAt }: Facts): boolean =>
  status === 'pending' && userId === null && !isGroup && !isBotPaused({ botPausedAt });

/** {@link mayBotAnswer} of `tickets t`. */
export const botMayAnswer: Condition = sql`t.status = 'pending' and t.user_id is null and not t.is_group
  and t.bot_paused_at is null`;
