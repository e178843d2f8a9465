import { Migration } from '@mikro-orm/migrations';

export class Migration20261201130000 extends Migration {
  override name = '20261201130000-sequences-of-campaigns';

  override up(): void {
    this.addSql(`alter table "campaigns" add "follows_id" bigint, add "follow_days" int not null default 3`);
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_follows_id_fk" foreign key ("company_id", "follows_id")
         references "campaigns" ("company_id", "id") on delete restrict`,
    );
    this.addSql(
      `alter table "campaigns" add constraint "campaigns_company_id_follows_id_unique" unique ("company_id", "follows_id")`,
    );
  }
}
