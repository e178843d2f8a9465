import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { TicketTimersService } from '../../src/modules/automation/chatbot/timers/ticket-timers.service.js';
import type { TestApp } from './app.js';

/** What the timers do every minute. */
export async function timersRun(app: TestApp): Promise<void> {
  const timers = app.nest.get(TicketTimersService, { strict: false });
  await app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(() => timers.addJobs()));
  await app.settled();
}

/** So many minutes go by for a conversation, without the timers. */
export async function minutesPass(app: TestApp, minutes: number, ticketId: number): Promise<void> {
  const ago = `make_interval(mins => ${minutes})`;
  const one = [ticketId];
  await app.database.query(
    `update tickets set last_arrival_at = last_arrival_at - ${ago}, last_message_at = last_message_at - ${ago} where id = $1`,
    one,
  );
  await app.database.query(
    `update messages set created_at = created_at - ${ago}, sent_at = sent_at - ${ago} where ticket_id = $1`,
    one,
  );
  await app.database.query(
    `update ticket_cycles set created_at = created_at - ${ago}, queued_at = queued_at - ${ago}, started_at = started_at - ${ago}
     where ticket_id = $1`,
    one,
  );
  await app.database.query(
    `update bot_sessions set reminded_at = reminded_at - ${ago}, menu_sent_at = menu_sent_at - ${ago},
       menu_since = menu_since - ${ago}, out_of_hours_at = out_of_hours_at - ${ago}
     where cycle_id in (select id from ticket_cycles where ticket_id = $1)`,
    one,
  );
}
