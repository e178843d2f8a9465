import { sql } from 'kysely';

/** Records a run now. It returns a row only if the last run is at least that many seconds ago. */
export const recordRun = (name: string, seconds: number) =>
  sql<{ id: number }>`insert into cron_runs (name, ran_at) values (${name}, now())
       on conflict (name) do update set ran_at = now(), updated_at = now()
       where cron_runs.ran_at <= now() - make_interval(secs => ${seconds}) returning id`;
