import { Migration } from '@mikro-orm/migrations';

export class Migration20261123140000 extends Migration {
  override name = '20261123140000-departments';

  override up(): void {
    this.addSql(`alter table "queues" add "schedules" jsonb null`);
    this.addSql(
      `create table "holidays" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "date" date not null, "yearly" boolean not null, "queue_id" bigint null)`,
    );
    this.addSql(`alter table "holidays" add constraint "holidays_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(
      `create table "queue_options" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "queue_id" bigint not null, "parent_id" bigint null, "title" varchar(100) not null, "message" text not null default '', "option" int not null)`,
    );
    this.addSql(
      `create index "queue_options_level_index" on "queue_options" ("company_id", "queue_id", "parent_id", "option")`,
    );
    this.addSql(
      `alter table "queue_options" add constraint "queue_options_company_id_id_unique" unique ("company_id", "id")`,
    );
    for (const table of ['holidays', 'queue_options']) {
      this.addSql(`alter table "${table}" enable row level security`);
      this.addSql(`alter table "${table}" force row level security`);
      this.addSql(`create policy "platform" on "${table}" to "atende_platform" using (true) with check (true)`);
      this.addSql(
        `create policy "company_check" on "${table}" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
      );
      this.addSql(
        `create policy "${table}_company_policy" on "${table}" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
      );
    }
    this.addSql(
      `alter table "holidays" add constraint "holidays_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "queue_options" add constraint "queue_options_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "queue_options" add constraint "queue_options_parent_id_fk" foreign key ("company_id", "parent_id") references "queue_options" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `create unique index "holidays_date_unique" on "holidays" ("company_id", "date", coalesce("queue_id", 0))`,
    );
  }
}
