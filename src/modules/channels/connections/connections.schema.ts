import { defineSchemaExtra } from '../../../core/database/schema-extra.js';

defineSchemaExtra(
  {
    // a user may prefer a connection, whose module comes later: declared here instead of by @References
    name: 'users_whatsapp_id_fk',
    table: 'users',
    kind: 'foreign key',
    sql: 'alter table "users" add constraint "users_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete set null ("whatsapp_id")',
  },
  {
    name: 'connections_name_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_name_unique" on "connections" ("company_id", "name") where "deleted_at" is null',
  },
  {
    name: 'connections_default_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_default_unique" on "connections" ("company_id") where "is_default" and "deleted_at" is null',
  },
  {
    // a connection with invalid credentials does not reserve the number (ADR 13)
    name: 'connections_phone_live_unique',
    table: 'connections',
    kind: 'index',
    sql: `create unique index "connections_phone_live_unique" on "connections" ("facebook_user_id") where "deleted_at" is null and "status" <> 'DISCONNECTED'`,
  },
  {
    // those with timers, which are looked for every minute
    name: 'connections_timers_index',
    table: 'connections',
    kind: 'index',
    sql: 'create index "connections_timers_index" on "connections" ("company_id", "id") where "deleted_at" is null and ("expires_ticket" > 0 or "time_to_transfer" > 0)',
  },
  {
    name: 'connections_phone_company_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_phone_company_unique" on "connections" ("company_id", "facebook_user_id") where "deleted_at" is null',
  },
);
