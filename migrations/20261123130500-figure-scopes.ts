import { Migration } from '@mikro-orm/migrations';

export class Migration20261123130500 extends Migration {
  override name = '20261123130500-figure-scopes';

  override up(): void {
    // the days are counted anew
    this.addSql('truncate figure_days, daily_figures, daily_arrivals');
    this.addSql('alter table "daily_figures" add column "scope" varchar(5) not null');
    this.addSql('drop index "daily_figures_day_index"');
    this.addSql('create index "daily_figures_day_index" on "daily_figures" ("company_id", "scope", "day")');
    this.addSql('alter table "daily_arrivals" add column "scope" varchar(5) not null');
    this.addSql('drop index "daily_arrivals_arrived_index"');
    this.addSql(
      'create index "daily_arrivals_arrived_index" on "daily_arrivals" ("company_id", "scope", "arrived_on")',
    );
  }
}
