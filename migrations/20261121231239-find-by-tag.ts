import { Migration } from '@mikro-orm/migrations';

export class Migration20261121231239 extends Migration {
  override name = '20261121231239-find-by-tag';

  override up(): void {
    this.addSql(`create index "ticket_tags_tag_index" on "ticket_tags" ("company_id", "tag_id", "ticket_id")`);
  }
}
