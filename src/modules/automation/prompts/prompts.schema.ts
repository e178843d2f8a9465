import { defineSchemaExtra, type SchemaExtra } from '../../../core/database/schema-extra.js';

/** Tables of earlier modules that name a prompt: declared here instead of by `@ForeignKey`. */
const promptOf = (table: string): SchemaExtra => ({
  name: `${table}_prompt_id_fk`,
  table,
  kind: 'foreign key',
  sql: `alter table "${table}" add constraint "${table}_prompt_id_fk" foreign key ("company_id", "prompt_id") references "prompts" ("company_id", "id") on delete set null ("prompt_id")`,
});

defineSchemaExtra(promptOf('queues'), promptOf('connections'), promptOf('tickets'), {
  // by which a removed prompt finds the conversations it answers
  name: 'tickets_prompt_index',
  table: 'tickets',
  kind: 'index',
  sql: 'create index "tickets_prompt_index" on "tickets" ("company_id", "prompt_id") where "prompt_id" is not null',
});
