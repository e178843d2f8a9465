import { Migration } from '@mikro-orm/migrations';

export class Migration20261121224756 extends Migration {
  override name = '20261121224756-add-rating-times';

  override up(): void {
    this.addSql(
      `alter table "ticket_cycles" add "rating_asked_at" timestamptz(3) null, add "rated_at" timestamptz(3) null`,
    );
  }
}
