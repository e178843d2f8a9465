import { Migration } from '@mikro-orm/migrations';

export class Migration20261126100000 extends Migration {
  override name = '20261126100000-campaign-shipments';

  override up(): void {
    this.addSql(`alter table "campaign_shipments" add column "follow_up_id" bigint null`);
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_position_index" on "campaign_shipments" ("company_id", "campaign_id", "position") where status = 'queued'`,
    );
    // its statistics are of an empty table when a campaign begins
    this.addSql(`grant maintain on table "campaign_shipments" to atende_app`);
  }
}
