import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

// The index of a foreign key: without it the removal of a message scans all messages of the company.
defineSchemaExtra({
  name: 'chat_messages_quoted_index',
  table: 'chat_messages',
  kind: 'index',
  sql: 'create index "chat_messages_quoted_index" on "chat_messages" ("company_id", "quoted_id") where "quoted_id" is not null',
});
