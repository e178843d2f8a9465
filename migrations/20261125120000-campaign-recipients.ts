import { Migration } from '@mikro-orm/migrations';

export class Migration20261125120000 extends Migration {
  override name = '20261125120000-campaign-recipients';

  override up(): void {
    this.addSql(`alter table "campaigns" add column "recipients_changed_at" timestamptz(3) null`);
    this.addSql(`alter table "campaign_shipments" add column "asked_confirmation" boolean not null default false`);
    this.addSql(`update "campaign_shipments" s set "asked_confirmation" = true from "campaigns" k
      where k."company_id" = s."company_id" and k."id" = s."campaign_id" and k."confirmation" and s."sent_at" is not null`);
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_index" on "campaign_shipments" ("company_id", "campaign_id") where status in ('sending', 'uncertain')`,
    );
    this.addSql(
      `create index "inbox_events_company_id_connection_id_created_at_index" on "inbox_events" ("company_id", "connection_id", "created_at") where processed_at is null and payload->>'kind' = 'status'`,
    );
  }
}
