import { Migration } from '@mikro-orm/migrations';

export class Migration20261121163129 extends Migration {
  override name = '20261121163129-connection-sending-discipline';

  override up(): void {
    this.addSql(
      `create table "send_slots" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "connection_id" bigint not null, "recipient" varchar(150) not null, "busy_until" timestamptz(6) not null)`,
    );
    this.addSql(
      `alter table "send_slots" add constraint "send_slots_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "send_slots" add constraint "send_slots_connection_id_recipient_unique" unique ("connection_id", "recipient")`,
    );
    this.addSql(`drop index "connections_phone_unique"`);
    this.addSql(
      `alter table "connections" add "facebook_page_user_id" varchar(50) null, add "verified_name" varchar(255) null, add "quality" varchar(20) null, add "messages_per_second" int null, add "paused_until" timestamptz(3) null, add "pause_reason" jsonb null, add "troubles" int not null default 0, add "troubled_at" timestamptz(3) null, add "warning" jsonb null, add "warned_at" timestamptz(3) null`,
    );
    this.addSql(`alter table "send_slots" enable row level security`);
    this.addSql(`alter table "send_slots" force row level security`);
    this.addSql(`create policy "platform" on "send_slots" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "send_slots" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "send_slots_company_policy" on "send_slots" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "send_slots" add constraint "send_slots_connection_id_fk" foreign key ("company_id", "connection_id") references "connections" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `create unique index "connections_phone_live_unique" on "connections" ("facebook_user_id") where "deleted_at" is null and "status" <> 'DISCONNECTED'`,
    );
    this.addSql(
      `create unique index "connections_phone_company_unique" on "connections" ("company_id", "facebook_user_id") where "deleted_at" is null`,
    );
  }
}
