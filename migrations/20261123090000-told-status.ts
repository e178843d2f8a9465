import { Migration } from '@mikro-orm/migrations';

export class Migration20261123090000 extends Migration {
  override name = '20261123090000-told-status';

  override up(): void {
    this.addSql(`alter table "connections" add "told_status" varchar(20) null`);
    this.addSql(`update connections set told_status = status`);
    this.addSql(`drop index "webhook_deliveries_subject_index"`);
  }
}
