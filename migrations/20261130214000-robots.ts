import { Migration } from '@mikro-orm/migrations';

export class Migration20261130214000 extends Migration {
  override name = '20261130214000-robots';

  override up(): void {
    this.addSql(`alter table "bot_sessions" add "resumed_at" timestamptz(3) null`);
    this.addSql(`alter table "campaign_shipments" add "unsubscribed_at" timestamptz(3) null`);
    this.addSql(
      `alter table "connections" add "out_of_hours_department" varchar(10) not null default 'none', add "out_of_hours_queue_id" bigint null`,
    );
    this.addSql(`alter table "schedules" add "marketing" boolean not null default false`);
    this.addSql(
      `alter table "connections" add constraint "connections_out_of_hours_queue_id_fk" foreign key ("company_id", "out_of_hours_queue_id") references "queues" ("company_id", "id") on delete restrict`,
    );
  }
}
