import { sql } from 'kysely';
import { defineSchemaExtra } from '../database/schema-extra.js';
import { defineRetention } from '../jobs/retention.js';

defineSchemaExtra({
  // the platform's log shows few entries, among millions that only companies see
  name: 'audit_entries_platform_index',
  table: 'audit_entries',
  kind: 'index',
  sql: `create index "audit_entries_platform_index" on "audit_entries" ("created_at", "id") where "scope" <> 'company'`,
});

// entries are kept longer than the usual limitation periods of disputes
defineRetention({ table: 'audit_entries', where: sql`created_at < now() - interval '24 months'` });
