import { Migration } from '@mikro-orm/migrations';

export class Migration20261123150000 extends Migration {
  override name = '20261123150000-chatbot';

  override up(): void {
    this.addSql(
      `create table "bot_sessions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "cycle_id" bigint not null, "state" varchar(10) not null default 'idle', "option_id" bigint null, "menus" int not null default 0, "menu_sent_at" timestamptz(3) null, "out_of_hours_at" timestamptz(3) null, "answered" boolean not null default false, "responder_ended" boolean not null default false, "reminded_at" timestamptz(3) null)`,
    );
    this.addSql(
      `alter table "bot_sessions" add constraint "bot_sessions_company_id_cycle_id_unique" unique ("company_id", "cycle_id")`,
    );
    this.addSql(
      `alter table "bot_sessions" add constraint "bot_sessions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "bot_choices" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "session_id" bigint not null, "queue_id" bigint not null, "option_id" bigint null)`,
    );
    this.addSql(`create index "bot_choices_session_index" on "bot_choices" ("company_id", "session_id")`);
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_company_id_id_unique" unique ("company_id", "id")`,
    );
    for (const table of ['bot_sessions', 'bot_choices']) {
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
      `alter table "bot_sessions" add constraint "bot_sessions_cycle_id_fk" foreign key ("company_id", "cycle_id") references "ticket_cycles" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_session_id_fk" foreign key ("company_id", "session_id") references "bot_sessions" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "bot_choices" add constraint "bot_choices_option_id_fk" foreign key ("company_id", "option_id") references "queue_options" ("company_id", "id") on delete cascade`,
    );
  }
}
