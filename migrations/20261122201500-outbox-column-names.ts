import { Migration } from '@mikro-orm/migrations';

export class Migration20261122201500 extends Migration {
  override name = '20261122201500-outbox-column-names';

  override up(): void {
    this.addSql(`alter table "outbox_jobs" rename column "lane" to "ordering_key"`);
    this.addSql(`alter table "outbox_jobs" rename column "outside" to "external"`);
    this.addSql(`alter index "outbox_jobs_lane_id_index" rename to "outbox_jobs_ordering_key_id_index"`);
    this.addSql(
      `alter index "outbox_jobs_outside_company_id_run_at_id_index" rename to "outbox_jobs_external_company_id_run_at_id_index"`,
    );
  }
}
