import { Migration } from '@mikro-orm/migrations';

const tables = ['whatsapp_sessions', 'whatsapp_keys', 'whatsapp_messages', 'whatsapp_calls'];

export class Migration20261124160000 extends Migration {
  override name = '20261124160000-whatsapp-sessions';

  override up(): void {
    this.addSql(
      `create table "whatsapp_sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "wanted" boolean not null, "generation" int not null default 0, "pair_number" varchar(20) null, "epoch" int not null default 0, "salt" varchar(32) not null, "creds" text null)`,
    );
    this.addSql(
      `alter table "whatsapp_sessions" add constraint "whatsapp_sessions_connection_id_unique" unique ("connection_id")`,
    );
    this.addSql(
      `create table "whatsapp_keys" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "type" varchar(40) not null, "key_id" varchar(255) not null, "value" text not null)`,
    );
    this.addSql(
      `alter table "whatsapp_keys" add constraint "whatsapp_keys_connection_id_type_key_id_unique" unique ("connection_id", "type", "key_id")`,
    );
    this.addSql(
      `create table "whatsapp_messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "provider_id" varchar(150) not null, "external" varchar(150) not null, "chat" varchar(150) not null, "from_me" boolean not null, "participant" varchar(150) null, "content" text null)`,
    );
    this.addSql(
      `alter table "whatsapp_messages" add constraint "whatsapp_messages_connection_id_provider_id_unique" unique ("connection_id", "provider_id")`,
    );
    this.addSql(`create index "whatsapp_messages_created_at_index" on "whatsapp_messages" ("created_at")`);
    this.addSql(
      `create index "whatsapp_messages_company_id_external_index" on "whatsapp_messages" ("company_id", "external")`,
    );
    this.addSql(
      `create table "whatsapp_calls" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "method" varchar(20) not null, "args" jsonb not null, "claimed_at" timestamptz(3) null, "result" jsonb null)`,
    );
    this.addSql(`create index "whatsapp_calls_connection_id_id_index" on "whatsapp_calls" ("connection_id", "id")`);
    this.addSql(`create index "whatsapp_calls_created_at_index" on "whatsapp_calls" ("created_at")`);
    for (const table of tables) {
      this.addSql(`alter table "${table}" add constraint "${table}_company_id_id_unique" unique ("company_id", "id")`);
      this.addSql(`alter table "${table}" enable row level security`);
      this.addSql(`alter table "${table}" force row level security`);
      this.addSql(`create policy "platform" on "${table}" to "atende_platform" using (true) with check (true)`);
      this.addSql(
        `create policy "company_check" on "${table}" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
      );
      this.addSql(
        `create policy "${table}_company_policy" on "${table}" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
      );
      this.addSql(
        `alter table "${table}" add constraint "${table}_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
      );
    }
  }
}
