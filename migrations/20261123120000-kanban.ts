import { Migration } from '@mikro-orm/migrations';

export class Migration20261123120000 extends Migration {
  override name = '20261123120000-kanban';

  override up(): void {
    this.addSql(`alter table "tags" add "kanban_order" int null`);
    // constant defaults: nobody waits until every ticket is written again; closed ones get their place when they are reopened
    this.addSql(
      `alter table "tickets" add "kanban_lane_id" bigint not null default '0', add "kanban_position" numeric not null default 0`,
    );
    this.addSql(`update "tickets" t set "kanban_position" = extract(epoch from t."created_at") + t."id" * 0.000000001,
      "kanban_lane_id" = coalesce((select min(tt."tag_id") from "ticket_tags" tt
        join "tags" g on g."company_id" = tt."company_id" and g."id" = tt."tag_id" and g."kanban" = 1
        where tt."company_id" = t."company_id" and tt."ticket_id" = t."id"), 0)
      where t."status" <> 'closed'`);
    this.addSql(
      `alter table "tickets" alter column "kanban_position" set default extract(epoch from clock_timestamp())`,
    );
    this.addSql(
      `create index "tickets_kanban_index" on "tickets" ("company_id", "kanban_lane_id", "kanban_position", "id") include ("status", "user_id", "queue_id") where "status" <> 'closed'`,
    );
  }
}
