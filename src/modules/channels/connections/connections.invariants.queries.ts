import { defineInvariants } from '../../../core/database/invariants.js';
import { jobExists } from '../../../core/jobs/outbox.queries.js';

defineInvariants(
  {
    name: 'every inbox event older than a minute is handled, or its job waits or failed',
    sql: `select i.company_id, i.id, i.event_id, i.created_at from inbox_events i
      where i.processed_at is null and i.created_at < now() - interval '1 minute' and not ${jobExists("like 'on:%'", 'inboxId', 'i')}
        and not exists (select from outbox_jobs j where j.company_id = i.company_id and j.payload->'inboxIds' @> to_jsonb(i.id))`,
  },
  {
    name: 'a company with connections has exactly one default',
    sql: `select company_id, count(*) filter (where is_default) as defaults from connections
      where deleted_at is null group by company_id having count(*) filter (where is_default) <> 1`,
  },
  {
    name: 'the preferred connection of a user is of the same company',
    sql: `select u.company_id, u.id, u.whatsapp_id from users u where u.whatsapp_id is not null and not exists (
      select from connections w where w.company_id = u.company_id and w.id = u.whatsapp_id)`,
  },
);
