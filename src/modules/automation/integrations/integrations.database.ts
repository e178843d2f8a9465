import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

// these tables belong to earlier modules: declared here instead of by @ForeignKey
const reference = (table: string, column = 'integration_id') => ({
  name: `${table}_${column}_fk`,
  table,
  kind: 'foreign key' as const,
  sql: `alter table "${table}" add constraint "${table}_${column}_fk" foreign key ("company_id", "${column}") references "queue_integrations" ("company_id", "id") on delete set null ("${column}")`,
});

defineSchemaExtra(reference('queues'), reference('connections'), reference('tickets'), {
  // finds the tickets of an integration that is removed
  name: 'tickets_integration_index',
  table: 'tickets',
  kind: 'index',
  sql: 'create index "tickets_integration_index" on "tickets" ("company_id", "integration_id") where "integration_id" is not null',
});
