import { Migration } from '@mikro-orm/migrations';

export class Migration20261121150650 extends Migration {
  override name = '20261121150650-references-and-lengths';

  override up(): void {
    this.addSql(`drop policy "company_check" on "contacts"`);
    this.addSql(`drop policy "contacts_company_policy" on "contacts"`);
    this.addSql(`drop policy "platform" on "contacts"`);
    this.addSql(`alter table "contacts" alter column "number" type varchar(150) using ("number"::varchar(150))`);
    this.addSql(
      `create policy "company_check" on "contacts" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "contacts_company_policy" on "contacts" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`create policy "platform" on "contacts" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `alter table "users" add constraint "users_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete set null ("whatsapp_id")`,
    );
    this.addSql(
      `create index "messages_quoted_index" on "messages" ("company_id", "quoted_msg_id") where "quoted_msg_id" is not null`,
    );
  }
}
