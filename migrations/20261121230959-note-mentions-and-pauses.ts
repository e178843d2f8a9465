import { Migration } from '@mikro-orm/migrations';

export class Migration20261121230959 extends Migration {
  override name = '20261121230959-note-mentions-and-pauses';

  override up(): void {
    this.addSql(
      `create table "note_mentions" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "note_id" bigint not null, "user_id" bigint not null, "name" varchar(50) not null, "seen_at" timestamptz(3) null)`,
    );
    this.addSql(
      `create index "note_mentions_user_index" on "note_mentions" ("company_id", "user_id", "seen_at", "id")`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_company_id_note_id_user_id_unique" unique ("company_id", "note_id", "user_id")`,
    );
    this.addSql(`alter table "users" add "paused_since" timestamptz(3) null, add "pause_reason" varchar(60) null`);
    this.addSql(`alter table "note_mentions" enable row level security`);
    this.addSql(`alter table "note_mentions" force row level security`);
    this.addSql(`create policy "platform" on "note_mentions" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "note_mentions" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "note_mentions_company_policy" on "note_mentions" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_note_id_fk" foreign key ("company_id", "note_id") references "ticket_notes" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "note_mentions" add constraint "note_mentions_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete cascade`,
    );
  }
}
