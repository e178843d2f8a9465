import { Migration } from '@mikro-orm/migrations';

export class Migration20261123101000 extends Migration {
  override name = '20261123101000-dashboard';

  override up(): void {
    this.addSql(
      `create table "daily_arrivals" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "day" date not null, "arrived_on" date not null, "queue_id" bigint null, "user_id" bigint null, "arrived" int not null, "hours" int[] not null)`,
    );
    this.addSql(`create index "daily_arrivals_arrived_index" on "daily_arrivals" ("company_id", "arrived_on")`);
    this.addSql(`create index "daily_arrivals_day_index" on "daily_arrivals" ("company_id", "day")`);
    this.addSql(
      `alter table "daily_arrivals" add constraint "daily_arrivals_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "daily_figures" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "day" date not null, "queue_id" bigint null, "user_id" bigint null, "finished" int not null, "unattended" int not null, "waited" int not null, "waiting_seconds" bigint not null, "service_seconds" bigint not null, "ratings" int[] not null, "first_response" int[] not null, "resolution" int[] not null)`,
    );
    this.addSql(`create index "daily_figures_day_index" on "daily_figures" ("company_id", "day")`);
    this.addSql(
      `alter table "daily_figures" add constraint "daily_figures_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "figure_days" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "day" date not null, "timezone" varchar(60) not null, "contacts" int not null)`,
    );
    this.addSql(
      `alter table "figure_days" add constraint "figure_days_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "figure_days" add constraint "figure_days_company_id_day_unique" unique ("company_id", "day")`,
    );
    this.addSql(`alter table "queues" add "first_response_target" int null, add "resolution_target" int null`);
    this.addSql(`alter table "daily_arrivals" enable row level security`);
    this.addSql(`alter table "daily_arrivals" force row level security`);
    this.addSql(`create policy "platform" on "daily_arrivals" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "daily_arrivals" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "daily_arrivals_company_policy" on "daily_arrivals" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "daily_figures" enable row level security`);
    this.addSql(`alter table "daily_figures" force row level security`);
    this.addSql(`create policy "platform" on "daily_figures" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "daily_figures" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "daily_figures_company_policy" on "daily_figures" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "figure_days" enable row level security`);
    this.addSql(`alter table "figure_days" force row level security`);
    this.addSql(`create policy "platform" on "figure_days" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "figure_days" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "figure_days_company_policy" on "figure_days" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "daily_figures" add constraint "daily_figures_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_figures" add constraint "daily_figures_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_arrivals" add constraint "daily_arrivals_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "daily_arrivals" add constraint "daily_arrivals_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
  }
}
