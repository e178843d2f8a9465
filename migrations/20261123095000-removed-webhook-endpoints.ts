import { Migration } from '@mikro-orm/migrations';

export class Migration20261123095000 extends Migration {
  override name = '20261123095000-removed-webhook-endpoints';

  override up(): void {
    this.addSql(`alter table "webhook_endpoints" add "removed_at" timestamptz(3) null`);
  }
}
