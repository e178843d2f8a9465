import { Migration } from '@mikro-orm/migrations';

export class Migration20261125110000 extends Migration {
  override name = '20261125110000-template-quality';

  override up(): void {
    this.addSql(`alter table "message_templates" add column "quality" varchar(20) null`);
  }
}
