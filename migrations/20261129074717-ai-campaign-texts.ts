import { Migration } from '@mikro-orm/migrations';

export class Migration20261129074717 extends Migration {
  override name = '20261129074717-ai-campaign-texts';

  override up(): void {
    this.addSql(`alter table "service_campaigns" add "template" jsonb null`);
    this.addSql(
      `alter table "service_recipients" add "whatsapp_id" bigint null, add "body" text null, add "attempts" smallint not null default 0, add "replied_at" timestamptz(3) null`,
    );
    this.addSql(
      `create index "service_recipients_company_id_whatsapp_id_provider_id_index" on "service_recipients" ("company_id", "whatsapp_id", "provider_id")`,
    );
    this.addSql(
      `create index "service_recipients_company_id_message_id_index" on "service_recipients" ("company_id", "message_id")`,
    );
    this.addSql(
      `alter table "service_recipients" add constraint "service_recipients_whatsapp_id_fk" foreign key ("company_id", "whatsapp_id") references "connections" ("company_id", "id") on delete restrict`,
    );
  }
}
