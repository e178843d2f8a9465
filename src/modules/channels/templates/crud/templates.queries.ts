import { type RawBuilder, sql } from 'kysely';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';

/** A job for each connection of these channels that is not disconnected, at a random time of the next six hours. */
export const dailySyncs = (channels: readonly string[]): RawBuilder<SelectedJob> =>
  sql`select w.company_id, json_build_object('connectionId', w.id)::jsonb as payload,
     'templates-daily:' || w.id as key, now() + random() * interval '6 hours' as run_at
   from connections w where w.channel = any(${channels}::text[]) and w.deleted_at is null
     and w.status <> 'DISCONNECTED'`;
