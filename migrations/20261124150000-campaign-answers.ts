import { Migration } from '@mikro-orm/migrations';

export class Migration20261124150000 extends Migration {
  override name = '20261124150000-campaign-answers';

  override up(): void {
    this.addSql(
      `create index "campaign_shipments_company_id_campaign_id_id_index" on "campaign_shipments" ("company_id", "campaign_id", "id")`,
    );
    this.addSql(`alter table "campaigns" add column "files_changed_at" timestamptz(3) null`);
  }
}
