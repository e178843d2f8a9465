import { Migration } from '@mikro-orm/migrations';

export class Migration20261123060000 extends Migration {
  override name = '20261123060000-internal-chat';

  override up(): void {
    this.addSql(
      `create table "chats" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "uuid" uuid not null, "title" varchar(100) not null, "pair" varchar(40) null, "owner_id" bigint not null, "last_message" varchar(200) not null default '', "last_message_at" timestamptz(3) not null default now())`,
    );
    this.addSql(`alter table "chats" add constraint "chats_company_id_id_unique" unique ("company_id", "id")`);
    this.addSql(`alter table "chats" add constraint "chats_company_id_pair_unique" unique ("company_id", "pair")`);
    this.addSql(`alter table "chats" add constraint "chats_uuid_unique" unique ("uuid")`);
    this.addSql(
      `create table "chat_messages" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "chat_id" bigint not null, "sender_id" bigint null, "message" text not null, "media_type" varchar(20) not null default 'chat', "media_key" varchar(200) null, "media_name" varchar(255) null, "media_mime" varchar(100) null, "media_size" int null, "quoted_id" bigint null, "client_message_id" uuid null, "mentions" jsonb not null default '[]', "reactions" jsonb not null default '[]', "data" jsonb null, "is_edited" boolean not null default false, "is_deleted" boolean not null default false)`,
    );
    this.addSql(`create index "chat_messages_page_index" on "chat_messages" ("company_id", "chat_id", "id")`);
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_company_id_client_message_id_unique" unique ("company_id", "client_message_id")`,
    );
    this.addSql(
      `create table "chat_users" ("id" bigserial primary key, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "company_id" bigint not null, "chat_id" bigint not null, "user_id" bigint not null, "last_read_message_id" bigint not null default '0')`,
    );
    this.addSql(`create index "chat_users_user_index" on "chat_users" ("company_id", "user_id", "chat_id")`);
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_company_id_id_unique" unique ("company_id", "id")`,
    );
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_company_id_chat_id_user_id_unique" unique ("company_id", "chat_id", "user_id")`,
    );
    this.addSql(`alter table "chats" enable row level security`);
    this.addSql(`alter table "chats" force row level security`);
    this.addSql(`create policy "platform" on "chats" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "chats" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "chats_company_policy" on "chats" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "chat_messages" enable row level security`);
    this.addSql(`alter table "chat_messages" force row level security`);
    this.addSql(`create policy "platform" on "chat_messages" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "chat_messages" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "chat_messages_company_policy" on "chat_messages" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(`alter table "chat_users" enable row level security`);
    this.addSql(`alter table "chat_users" force row level security`);
    this.addSql(`create policy "platform" on "chat_users" to "atende_platform" using (true) with check (true)`);
    this.addSql(
      `create policy "company_check" on "chat_users" as restrictive to "atende_app" using (company_id = current_setting('mikro.company.id')::bigint) with check (company_id = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `create policy "chat_users_company_policy" on "chat_users" using ("company_id" = current_setting('mikro.company.id')::bigint)`,
    );
    this.addSql(
      `alter table "chats" add constraint "chats_owner_id_fk" foreign key ("company_id", "owner_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_chat_id_fk" foreign key ("company_id", "chat_id") references "chats" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "chat_users" add constraint "chat_users_user_id_fk" foreign key ("company_id", "user_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_chat_id_fk" foreign key ("company_id", "chat_id") references "chats" ("company_id", "id") on delete cascade`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_sender_id_fk" foreign key ("company_id", "sender_id") references "users" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "chat_messages" add constraint "chat_messages_quoted_id_fk" foreign key ("company_id", "quoted_id") references "chat_messages" ("company_id", "id") on delete restrict`,
    );
  }
}
