import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

defineSchemaExtra(
  {
    name: 'tickets_one_open_unique',
    table: 'tickets',
    kind: 'index',
    sql: `create unique index "tickets_one_open_unique" on "tickets" ("company_id", "contact_id", "whatsapp_id") where "status" <> 'closed'`,
  },
  {
    // cards of the kanban board, with what decides who sees them
    name: 'tickets_kanban_index',
    table: 'tickets',
    kind: 'index',
    sql: `create index "tickets_kanban_index" on "tickets" ("company_id", "kanban_lane_id", "kanban_position", "id") include ("status", "user_id", "queue_id") where "status" <> 'closed'`,
  },
  {
    // tickets that retention has not purged; open tickets are not in it
    name: 'tickets_retention_index',
    table: 'tickets',
    kind: 'index',
    sql: `create index "tickets_retention_index" on "tickets" ("company_id", "created_at") where "status" = 'closed' and ("purged_until" is null or "purged_until" < "updated_at")`,
  },
);
