import { Migration } from '@mikro-orm/migrations';

export class Migration20261129084800 extends Migration {
  override name = '20261129084800-lost-starts';

  override up(): void {
    this.addSql(`alter table "outbox_jobs" add column "lost_starts" smallint not null default 0`);
  }
}
