import { sql } from 'kysely';
import { defineSchemaExtra } from '../database/schema-extra.js';
import { defineRetention } from '../jobs/retention.js';

defineSchemaExtra({
  // what the platform's own list shows, among millions of entries of companies
  name: 'audit_entries_platform_index',
  table: 'audit_entries',
  kind: 'index',
  sql: `create index "audit_entries_platform_index" on "audit_entries" ("created_at", "id") where "scope" <> 'company'`,
});

// longer than the usual limitation periods of disputes
defineRetention({ table: 'audit_entries', where: sql`created_at < now() - interval '24 months'` });
