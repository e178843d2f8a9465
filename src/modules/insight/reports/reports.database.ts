import { sql } from 'kysely';
import { defineSchemaExtra } from '../../../core/database/schema-extra.js';
import { defineRetention } from '../../../core/jobs/retention.js';

defineSchemaExtra({
  name: 'report_exports_running_unique',
  table: 'report_exports',
  kind: 'index',
  sql: `create unique index "report_exports_running_unique" on "report_exports" ("company_id", "user_id") where "status" in ('waiting', 'running')`,
});

defineRetention({
  table: 'report_exports',
  where: sql`status in ('expired', 'failed') and updated_at < now() - interval '7 days'`,
});
