import type { MikroORM } from '@mikro-orm/postgresql';
import { allForeignKeys } from './foreign-keys.js';
import type { SchemaExtra } from './schema-extra.js';
import { searchFunctions, searchIndexes } from './search-extras.js';
import { TenantEntity } from './tenant.entity.js';

const others: readonly SchemaExtra[] = [
  {
    // a user may prefer a connection, whose module comes later: declared here instead of by @References
    name: 'users_whatsapp_id_fk',
    table: 'users',
    kind: 'foreign key',
    sql: 'alter table "users" add constraint "users_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete set null ("whatsapp_id")',
  },
  {
    name: 'messages_quoted_index',
    table: 'messages',
    kind: 'index',
    sql: 'create index "messages_quoted_index" on "messages" ("company_id", "quoted_msg_id") where "quoted_msg_id" is not null',
  },
  {
    // by which a file's name leads back to its message
    name: 'messages_media_index',
    table: 'messages',
    kind: 'index',
    sql: 'create index "messages_media_index" on "messages" ("company_id", "media_key") where "media_key" is not null',
  },
  {
    name: 'tickets_one_open_unique',
    table: 'tickets',
    kind: 'index',
    sql: `create unique index "tickets_one_open_unique" on "tickets" ("company_id", "contact_id", "whatsapp_id") where "status" <> 'closed'`,
  },
  {
    // what a company's retention has yet to look at; open conversations pay nothing for it
    name: 'tickets_retention_index',
    table: 'tickets',
    kind: 'index',
    sql: `create index "tickets_retention_index" on "tickets" ("company_id", "created_at") where "status" = 'closed' and ("purged_until" is null or "purged_until" < "updated_at")`,
  },
  {
    // what the platform's own list shows, among millions of entries of companies
    name: 'audit_entries_platform_index',
    table: 'audit_entries',
    kind: 'index',
    sql: `create index "audit_entries_platform_index" on "audit_entries" ("created_at", "id") where "scope" <> 'company'`,
  },
  {
    name: 'sessions_over_index',
    table: 'sessions',
    kind: 'index',
    sql: 'create index "sessions_over_index" on "sessions" (coalesce("ended_at", "expires_at"))',
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
    // whose credentials do not see the number does not keep it from whoever's do (ADR 13)
    name: 'connections_phone_live_unique',
    table: 'connections',
    kind: 'index',
    sql: `create unique index "connections_phone_live_unique" on "connections" ("facebook_user_id") where "deleted_at" is null and "status" <> 'DISCONNECTED'`,
  },
  {
    name: 'connections_phone_company_unique',
    table: 'connections',
    kind: 'index',
    sql: 'create unique index "connections_phone_company_unique" on "connections" ("company_id", "facebook_user_id") where "deleted_at" is null',
  },
];

/** Every extra, in the order in which they can be made: functions, the declared references as foreign keys, indexes. */
export function schemaExtras(orm: MikroORM): SchemaExtra[] {
  const metadata = orm.getMetadata();
  const foreignKeys = allForeignKeys.map(({ owner, property, target, onDelete }): SchemaExtra => {
    const from = metadata.get(owner);
    const to = metadata.get(target());
    const column = (from.properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
    const tenant = target().prototype instanceof TenantEntity;
    const [local, remote] = tenant ? [`"company_id", "${column}"`, '"company_id", "id"'] : [`"${column}"`, '"id"'];
    const name = `${from.tableName}_${column}_fk`;
    return {
      name,
      table: from.tableName,
      kind: 'foreign key',
      sql: `alter table "${from.tableName}" add constraint "${name}" foreign key (${local}) references "${to.tableName}" (${remote}) on delete ${onDelete}`,
    };
  });
  return [...searchFunctions, ...foreignKeys, ...others, ...searchIndexes];
}
