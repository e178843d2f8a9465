import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sql } from 'kysely';
import { Db } from '../core/database/db.js';
import { Jobs } from '../core/jobs/jobs.js';
import { Schedule } from '../modules/conversations/schedules/schedule.entity.js';
import { SendSchedule, sendKey } from '../modules/conversations/schedules/sending/send-schedule.job.js';
import { Holiday } from '../modules/people/opening-hours/holiday.entity.js';
import { QueueOption } from '../modules/people/queues/queue-option.entity.js';
import type { DemoCompany, DemoOption } from './demo-data.js';
import { type Ids, insertAll } from './insert-entities.js';
import { workingDay } from './timeline.js';

export interface AutomationOptions {
  readonly companyId: number;
  readonly data: DemoCompany;
  readonly ids: Readonly<Record<'users' | 'queues' | 'contacts', Ids>>;
  readonly now: Date;
}

/** The menus of departments, holidays, and messages that will be sent. */
export async function writeAutomation(
  app: NestFastifyApplication,
  { companyId, data, ids, now }: AutomationOptions,
): Promise<void> {
  const db = app.get(Db);
  for (const { name, options = [] } of data.queues)
    await writeOptions(db, { companyId, queueId: ids.queues(name) }, options);
  const year = now.getUTCFullYear();
  const holidays = data.holidays.map(({ name, day }) => ({ companyId, name, date: `${year}-${day}`, yearly: true }));
  await insertAll(db, Holiday, holidays);
  const rows = data.schedules.map(({ contact, by, text, day, at, repetition }) => {
    const sendAt = new Date(`${workingDay(now, day)}T${at}:00-03:00`);
    const times = { sendAt, repeatFrom: sendAt, repetition, status: 'PENDENTE' as const };
    return { companyId, contactId: ids.contacts(contact), userId: ids.users(by), body: text, ...times };
  });
  for (const { id, sendAt } of await insertAll(db, Schedule, rows)) {
    const at = sendAt.toISOString();
    await app.get(Jobs).addSelected(
      SendSchedule,
      sql`select ${companyId}::bigint as company_id, ${JSON.stringify({ id, at })}::jsonb as payload,
        ${sendKey({ id, sendAt })} as key, ${at}::timestamptz as run_at`,
    );
  }
}

async function writeOptions(
  db: Db,
  level: Pick<QueueOption, 'companyId' | 'queueId'> & Partial<Pick<QueueOption, 'parentId'>>,
  options: readonly DemoOption[],
): Promise<void> {
  const rows = options.map(({ title, message }, index) => ({ ...level, title, message, option: index + 1 }));
  const written = await insertAll(db, QueueOption, rows);
  for (const [index, { options: below = [] }] of options.entries())
    await writeOptions(db, { ...level, parentId: written[index]?.id ?? null }, below);
}
