import { Migration } from '@mikro-orm/migrations';

export class Migration20261121202425 extends Migration {
  override name = '20261121202425-add-quick-messages';

  override up(): void {
    this.addSql(
      `create table "quick_messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "shortcode" varchar(50) not null, "message" text not null default '', "geral" boolean not null default false, "status" boolean not null default true, "allow_view" boolean not null default true, "allow_edit" boolean not null default false, "user_id" bigint null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null)`,
    );
    this.addSql(
      `create index "quick_messages_company_id_shortcode_id_index" on "quick_messages" ("company_id", "shortcode", "id")`,
    );
    this.addSql(
      `create index "quick_messages_company_id_geral_user_id_index" on "quick_messages" ("company_id", "geral", "user_id")`,
    );
    this.addSql(
      `alter table "quick_messages" add constraint "quick_messages_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(`alter table "quick_messages" enable row level security`);
    this.addSql(`alter table "quick_messages" force row level security`);
    this.addSql(`create policy "platform" on "quick_messages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "quick_messages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "quick_messages_company_policy" on "quick_messages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "quick_messages" add constraint "quick_messages_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
  }
}
