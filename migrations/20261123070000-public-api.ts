import { Migration } from '@mikro-orm/migrations';

export class Migration20261123070000 extends Migration {
  override name = '20261123070000-public-api';

  override up(): void {
    this.addSql(
      `create table "service_tokens" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "scopes" jsonb not null, "token_hash" varchar(64) null, "prefix" varchar(12) not null default '', "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "created_by" varchar(100) not null)`,
    );
    this.addSql(
      `alter table "service_tokens" add constraint "service_tokens_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "service_tokens" add constraint "service_tokens_token_hash_unique" unique ("token_hash")`);
    this.addSql(
      `create table "webhook_deliveries" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "endpoint_id" bigint not null, "event_id" varchar(40) not null, "type" varchar(40) not null, "subject" varchar(60) not null, "contact_id" bigint null, "payload" jsonb not null, "status" varchar(10) not null, "attempts" int not null default 0, "response_status" int null, "excerpt" varchar(500) null, "duration_ms" int null, "attempted_at" timestamptz(3) null, "next_attempt_at" timestamptz(3) null)`,
    );
    this.addSql(`create index "webhook_deliveries_age_index" on "webhook_deliveries" ("created_at")`);
    this.addSql(`create index "webhook_deliveries_contact_index" on "webhook_deliveries" ("company_id", "contact_id")`);
    this.addSql(
      `create index "webhook_deliveries_subject_index" on "webhook_deliveries" ("company_id", "subject", "id")`,
    );
    this.addSql(
      `create index "webhook_deliveries_log_index" on "webhook_deliveries" ("company_id", "endpoint_id", "id")`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "webhook_endpoints" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "url" varchar(2048) not null, "description" varchar(200) not null default '', "events" jsonb not null, "active" boolean not null, "secret" text null, "failing_since" timestamptz(3) null, "disabled_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "service_tokens" enable row level security`);
    this.addSql(`alter table "service_tokens" force row level security`);
    this.addSql(`create policy "platform" on "service_tokens" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "service_tokens" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "service_tokens_company_policy" on "service_tokens" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "webhook_deliveries" enable row level security`);
    this.addSql(`alter table "webhook_deliveries" force row level security`);
    this.addSql(`create policy "platform" on "webhook_deliveries" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "webhook_deliveries" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "webhook_deliveries_company_policy" on "webhook_deliveries" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "webhook_endpoints" enable row level security`);
    this.addSql(`alter table "webhook_endpoints" force row level security`);
    this.addSql(`create policy "platform" on "webhook_endpoints" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "webhook_endpoints" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "webhook_endpoints_company_policy" on "webhook_endpoints" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_fk" foreign key ("company_id", "endpoint_id") references "webhook_endpoints" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete cascade`,
    );
  }
}
