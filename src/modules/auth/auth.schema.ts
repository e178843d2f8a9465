import { defineSchemaExtra } from '../../core/database/schema-extra.js';

defineSchemaExtra({
  name: 'sessions_over_index',
  table: 'sessions',
  kind: 'index',
  sql: 'create index "sessions_over_index" on "sessions" (coalesce("ended_at", "expires_at"))',
});
