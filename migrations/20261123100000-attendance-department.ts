import { Migration } from '@mikro-orm/migrations';

export class Migration20261123100000 extends Migration {
  override name = '20261123100000-attendance-department';

  override up(): void {
    this.addSql(`alter table "ticket_cycles" add "queue_id" bigint null`);
    this.addSql(`update "ticket_cycles" y set "queue_id" = t."queue_id" from "tickets" t
      where t."company_id" = y."company_id" and t."id" = y."ticket_id" and y."finished_at" is not null
        and t."queue_id" is not null`);
    this.addSql(`create index "ticket_cycles_finished_index" on "ticket_cycles" ("company_id", "finished_at")`);
    this.addSql(
      `alter table "ticket_cycles" add constraint "ticket_cycles_queue_id_fk" foreign key ("company_id", "queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
  }
}
