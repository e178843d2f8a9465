import { Migration } from '@mikro-orm/migrations';

export class Migration20261123050000 extends Migration {
  override name = '20261123050000-announcements-helps-file-lists';

  override up(): void {
    this.addSql(
      `create table "announcements" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "title" varchar(100) not null, "text" text not null, "priority" smallint not null, "status" boolean not null, "show_from" timestamptz(3) null, "show_until" timestamptz(3) null, "plan_ids" jsonb not null default '[]', "media_key" varchar(200) null, "media_name" varchar(255) null)`,
    );
    this.addSql(
      `create table "file_lists" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "name" varchar(100) not null, "message" text not null, "user_id" bigint null)`,
    );
    this.addSql(`create index "file_lists_company_id_name_index" on "file_lists" ("company_id", "name")`);
    this.addSql(
      `alter table "file_lists" add constraint "file_lists_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "file_list_options" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "file_list_id" bigint not null, "name" varchar(255) not null, "position" int not null, "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(150) null, "media_size" int null)`,
    );
    this.addSql(
      `create index "file_list_options_company_id_file_list_id_position_index" on "file_list_options" ("company_id", "file_list_id", "position")`,
    );
    this.addSql(
      `alter table "file_list_options" add constraint "file_list_options_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `create table "helps" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "title" varchar(100) not null, "description" text not null default '', "video" varchar(11) not null)`,
    );
    this.addSql(`alter table "helps" add constraint "helps_title_unique" unique ("title")`);
    this.addSql(`alter table "file_lists" enable row level security`);
    this.addSql(`alter table "file_lists" force row level security`);
    this.addSql(`create policy "platform" on "file_lists" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "file_lists" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "file_lists_company_policy" on "file_lists" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "file_list_options" enable row level security`);
    this.addSql(`alter table "file_list_options" force row level security`);
    this.addSql(`create policy "platform" on "file_list_options" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "file_list_options" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "file_list_options_company_policy" on "file_list_options" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "file_lists" add constraint "file_lists_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "file_list_options" add constraint "file_list_options_file_list_id_fk" foreign key ("company_id", "file_list_id") references "file_lists" ("company_id", "id") on delete cascade`,
    );
  }
}
