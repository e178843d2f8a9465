import { Migration } from '@mikro-orm/migrations';

export class Migration20261122162943 extends Migration {
  override name = '20261122162943-ticket-last-message';

  override up(): void {
    this.addSql(
      `alter table "tickets" add "last_message_at" timestamptz(3) not null default now(), add "last_arrival_at" timestamptz(3) not null default now()`,
    );
    this.addSql(`update "tickets" t set "last_message_at" = coalesce(least(m."sent_at", m."created_at"), t."created_at"),
      "last_arrival_at" = coalesce(m."created_at", t."created_at")
      from "tickets" o left join lateral (select n."sent_at", n."created_at" from "messages" n
        where n."company_id" = o."company_id" and n."ticket_id" = o."id" order by n."id" desc limit 1) m on true
      where t."company_id" = o."company_id" and t."id" = o."id"`);
    this.addSql(`create index "tickets_arrival_index" on "tickets" ("company_id", "status", "last_arrival_at", "id")`);
  }
}
