import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

defineSchemaExtra({
  // whose sessions end by the clock, looked up every half minute
  name: 'users_access_hours_index',
  table: 'users',
  kind: 'index',
  sql: 'create index "users_access_hours_index" on "users" ("company_id", "id") where "access_hours" is not null',
});
defineSchemaExtra({
  name: 'sessions_over_index',
  table: 'sessions',
  kind: 'index',
  sql: 'create index "sessions_over_index" on "sessions" (coalesce("ended_at", "expires_at"))',
});
