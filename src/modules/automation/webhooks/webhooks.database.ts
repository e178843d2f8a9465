import { sql } from 'kysely';
import { defineRetention } from '../../../core/jobs/retention.js';

defineRetention(
  { table: 'webhook_deliveries', where: sql`created_at < now() - interval '30 days'` },
  {
    table: 'webhook_deliveries',
    where: sql`(company_id, endpoint_id) in (select company_id, id from webhook_endpoints where removed_at is not null)`,
  },
  {
    table: 'webhook_endpoints',
    where: sql`removed_at is not null and not exists (select 1 from webhook_deliveries d
      where d.company_id = webhook_endpoints.company_id and d.endpoint_id = webhook_endpoints.id)`,
  },
);
