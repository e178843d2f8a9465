import { Migration } from '@mikro-orm/migrations';

export class Migration20261126140000 extends Migration {
  override name = '20261126140000-push';

  override up(): void {
    this.addSql(
      `create table "push_preferences" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "user_id" bigint not null, "muted" jsonb not null)`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_company_id_user_id_unique" unique ("company_id", "user_id")`,
    );
    this.addSql(
      `create table "push_subscriptions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "session_id" bigint not null, "endpoint" varchar(2048) not null, "p256dh" varchar(100) not null, "auth" varchar(30) not null)`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_company_id_session_id_unique" unique ("company_id", "session_id")`,
    );
    this.addSql(`alter table "push_preferences" enable row level security`);
    this.addSql(`alter table "push_preferences" force row level security`);
    this.addSql(`create policy "platform" on "push_preferences" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "push_preferences" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "push_preferences_company_policy" on "push_preferences" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "push_subscriptions" enable row level security`);
    this.addSql(`alter table "push_subscriptions" force row level security`);
    this.addSql(`create policy "platform" on "push_subscriptions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "push_subscriptions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "push_subscriptions_company_policy" on "push_subscriptions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "push_preferences" add constraint "push_preferences_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_session_id_fk" foreign key ("company_id", "session_id") references "sessions" ("company_id", "id") on delete cascade`,
    );
  }
}
