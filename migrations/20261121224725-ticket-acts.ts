import { Migration } from '@mikro-orm/migrations';

export class Migration20261121224725 extends Migration {
  override name = '20261121224725-ticket-acts';

  override up(): void {
    this.addSql(
      `create table "ticket_acts" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "ticket_id" bigint not null, "user_id" bigint not null, "memory" jsonb not null)`,
    );
    this.addSql(
      `alter table "ticket_acts" add constraint "ticket_acts_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "ticket_acts" enable row level security`);
    this.addSql(`alter table "ticket_acts" force row level security`);
    this.addSql(`create policy "platform" on "ticket_acts" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "ticket_acts" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "ticket_acts_company_policy" on "ticket_acts" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "ticket_acts" add constraint "ticket_acts_ticket_id_fk" foreign key ("company_id", "ticket_id") references "tickets" ("company_id", "id") on delete cascade`,
    );
  }
}
