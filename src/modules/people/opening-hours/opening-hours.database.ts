import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

defineSchemaExtra({
  // a department may have its own holiday on the same day as the company
  name: 'holidays_date_unique',
  table: 'holidays',
  kind: 'index',
  sql: 'create unique index "holidays_date_unique" on "holidays" ("company_id", "date", coalesce("queue_id", 0))',
});
