import { Migration } from '@mikro-orm/migrations';

export class Migration20261121202420 extends Migration {
  override name = '20261121202420-add-ticket-notes';

  override up(): void {
    this.addSql(
      `create table "ticket_notes" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "note" text not null, "ticket_id" bigint not null, "user_id" bigint null)`,
    );
    this.addSql(`create index "ticket_notes_ticket_index" on "ticket_notes" ("company_id", "ticket_id", "id")`);
    this.addSql(
      `alter table "ticket_notes" add constraint "ticket_notes_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "ticket_notes" enable row level security`);
    this.addSql(`alter table "ticket_notes" force row level security`);
    this.addSql(`create policy "platform" on "ticket_notes" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "ticket_notes" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "ticket_notes_company_policy" on "ticket_notes" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "ticket_notes" add constraint "ticket_notes_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "ticket_notes" add constraint "ticket_notes_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
  }
}
