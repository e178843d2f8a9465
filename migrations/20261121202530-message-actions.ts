import { Migration } from '@mikro-orm/migrations';

export class Migration20261121202530 extends Migration {
  override name = '20261121202530-message-actions';

  override up(): void {
    this.addSql(
      `create table "link_previews" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "url" text not null, "title" varchar(300) null, "description" varchar(600) not null default '', "site" varchar(120) not null default '', "media_key" varchar(200) null, "image_width" int null, "image_height" int null, "expires_at" timestamptz(3) not null)`,
    );
    this.addSql(`create index "link_previews_expires_at_index" on "link_previews" ("expires_at")`);
    this.addSql(
      `alter table "link_previews" add constraint "link_previews_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "link_previews" add constraint "link_previews_company_id_url_unique" unique ("company_id", "url")`,
    );
    this.addSql(`alter table "messages" add "link_url" text null`);
    this.addSql(`alter table "link_previews" enable row level security`);
    this.addSql(`alter table "link_previews" force row level security`);
    this.addSql(`create policy "platform" on "link_previews" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "link_previews" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "link_previews_company_policy" on "link_previews" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create index "messages_media_index" on "messages" ("company_id", "media_key") where "media_key" is not null`,
    );
  }
}
