import { Migration } from '@mikro-orm/migrations';

export class Migration20261201120000 extends Migration {
  override name = '20261201120000-recipient-hours';

  override up(): void {
    this.addSql('alter table "campaigns" add "recipient_hours" boolean not null default false');
    this.addSql('alter table "campaign_shipments" add "time_zone" varchar(40) null');
    this.addSql(
      `create index "campaign_shipments_time_zone_index" on "campaign_shipments" ("company_id", "campaign_id", "time_zone", "position") where status = 'queued' and time_zone is not null`,
    );
  }
}
