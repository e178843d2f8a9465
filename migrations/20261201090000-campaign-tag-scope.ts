import { Migration } from '@mikro-orm/migrations';

export class Migration20261201090000 extends Migration {
  override name = '20261201090000-campaign-tag-scope';

  override up(): void {
    this.addSql(`alter table "campaigns" add "tag_scope" varchar(10) not null default 'contacts'`);
  }
}
