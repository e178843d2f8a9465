import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

defineSchemaExtra({
  // a department may have a holiday of its own on a day of the company's
  name: 'holidays_date_unique',
  table: 'holidays',
  kind: 'index',
  sql: 'create unique index "holidays_date_unique" on "holidays" ("company_id", "date", coalesce("queue_id", 0))',
});
