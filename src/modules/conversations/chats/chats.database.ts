import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

// Indexes of foreign keys: without them the removal of a message or a user scans all messages of the company.
defineSchemaExtra(
  {
    name: 'chat_messages_quoted_index',
    table: 'chat_messages',
    kind: 'index',
    sql: 'create index "chat_messages_quoted_index" on "chat_messages" ("company_id", "quoted_id") where "quoted_id" is not null',
  },
  {
    name: 'chat_messages_sender_index',
    table: 'chat_messages',
    kind: 'index',
    sql: 'create index "chat_messages_sender_index" on "chat_messages" ("company_id", "sender_id")',
  },
);
