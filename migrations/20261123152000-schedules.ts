import { Migration } from '@mikro-orm/migrations';

export class Migration20261123152000 extends Migration {
  override name = '20261123152000-schedules';

  override up(): void {
    this.addSql(
      `create table "schedules" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "body" text not null, "contact_id" bigint not null, "whatsapp_id" bigint null, "queue_id" bigint null, "user_id" bigint null, "send_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "status" text not null, "error_code" varchar(50) null, "error_text" jsonb null, "repetition" text not null default 'none', "repeat_until" date null, "repeat_from" timestamptz(3) not null, "file_list_id" bigint null, "template" jsonb null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null)`,
    );
    this.addSql(`create index "schedules_company_id_file_list_id_index" on "schedules" ("company_id", "file_list_id")`);
    this.addSql(`create index "schedules_company_id_queue_id_index" on "schedules" ("company_id", "queue_id")`);
    this.addSql(
      `create index "schedules_company_id_user_id_send_at_index" on "schedules" ("company_id", "user_id", "send_at")`,
    );
    this.addSql(
      `create index "schedules_company_id_contact_id_send_at_index" on "schedules" ("company_id", "contact_id", "send_at")`,
    );
    this.addSql(`create index "schedules_company_id_send_at_id_index" on "schedules" ("company_id", "send_at", "id")`);
    this.addSql(`alter table "schedules" add constraint "schedules_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "schedules" enable row level security`);
    this.addSql(`alter table "schedules" force row level security`);
    this.addSql(`create policy "platform" on "schedules" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "schedules" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "schedules_company_policy" on "schedules" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_contact_id_fk" foreign key ("company_id", "contact_id") references "contacts" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "schedules" add constraint "schedules_file_list_id_fk" foreign key ("company_id", "file_list_id") references "file_lists" ("company_id", "id") on delete restrict`,
    );
  }
}
