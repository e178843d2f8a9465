import { Migration } from '@mikro-orm/migrations';

export class Migration20261126000000 extends Migration {
  override name = '20261126000000-figures-of-users';

  /** Closed days are counted anew within the hour, and until then when they are read. */
  override up(): void {
    this.addSql(`delete from "figure_days"`);
    this.addSql(`delete from "daily_figures"`);
    this.addSql(`delete from "daily_arrivals"`);
    this.addSql(
      `alter table "daily_figures" drop column "ratings", add column "rated1" int not null, add column "rated2" int not null, add column "rated3" int not null, alter column "first_response" drop not null, alter column "resolution" drop not null`,
    );
  }
}
