import { Migration } from '@mikro-orm/migrations';

export class Migration20261127100000 extends Migration {
  override name = '20261127100000-runner-numbers';

  override up(): void {
    this.addSql(`alter table "outbox_jobs" add column "runner" int null`);
  }
}
