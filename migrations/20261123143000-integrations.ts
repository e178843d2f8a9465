import { Migration } from '@mikro-orm/migrations';

export class Migration20261123143000 extends Migration {
  override name = '20261123143000-integrations';

  override up(): void {
    this.addSql(
      `create table "queue_integrations" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "type" varchar(20) not null, "name" varchar(50) not null, "project_name" varchar(255) not null, "json_content" text null, "language" varchar(5) not null, "url_n8n" varchar(2048) not null default '', "typebot_slug" varchar(100) not null default '', "typebot_expires" int not null default 1, "typebot_delay_message" int not null default 1000, "typebot_keyword_finish" varchar(50) not null default '', "typebot_keyword_restart" varchar(50) not null default '', "typebot_restart_message" text not null default '', "typebot_unknown_message" text not null default '', "endpoint_id" bigint null)`,
    );
    this.addSql(
      `create index "queue_integrations_company_id_endpoint_id_index" on "queue_integrations" ("company_id", "endpoint_id")`,
    );
    this.addSql(
      `create index "queue_integrations_company_id_name_index" on "queue_integrations" ("company_id", "name")`,
    );
    this.addSql(
      `alter table "queue_integrations" add constraint "queue_integrations_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "typebot_sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "contact_id" bigint not null, "integration_id" bigint not null, "session_id" varchar(100) null, "question" jsonb null, "bubbles" jsonb not null default '[]', "asked_message_id" bigint null, "answered_message_id" bigint not null default '0', "answered_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create index "typebot_sessions_company_id_integration_id_index" on "typebot_sessions" ("company_id", "integration_id")`,
    );
    this.addSql(
      `create index "typebot_sessions_company_id_contact_id_index" on "typebot_sessions" ("company_id", "contact_id")`,
    );
    this.addSql(
      `create index "typebot_sessions_company_id_ticket_id_id_index" on "typebot_sessions" ("company_id", "ticket_id", "id")`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "connections" add "integration_id" bigint null`);
    this.addSql(`alter table "queues" add "integration_id" bigint null`);
    this.addSql(`alter table "webhook_deliveries" add "answer" varchar(10) null`);
    this.addSql(`alter table "webhook_endpoints" add "integration" boolean not null default false`);
    this.addSql(`alter table "queue_integrations" enable row level security`);
    this.addSql(`alter table "queue_integrations" force row level security`);
    this.addSql(`create policy "platform" on "queue_integrations" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "queue_integrations" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "queue_integrations_company_policy" on "queue_integrations" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "typebot_sessions" enable row level security`);
    this.addSql(`alter table "typebot_sessions" force row level security`);
    this.addSql(`create policy "platform" on "typebot_sessions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "typebot_sessions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "typebot_sessions_company_policy" on "typebot_sessions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "queue_integrations" add constraint "queue_integrations_endpoint_id_fk" foreign key ("company_id", "endpoint_id") references "webhook_endpoints" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "typebot_sessions" add constraint "typebot_sessions_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "queues" add constraint "queues_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete set null ("integration_id")`,
    );
    this.addSql(
      `alter table "connections" add constraint "connections_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete set null ("integration_id")`,
    );
    this.addSql(
      `alter table "tickets" add constraint "tickets_integration_id_fk" foreign key ("company_id", "integration_id") references "queue_integrations" ("company_id", "id") on delete set null ("integration_id")`,
    );
    this.addSql(
      `create index "tickets_integration_index" on "tickets" ("company_id", "integration_id") where "integration_id" is not null`,
    );
  }
}
