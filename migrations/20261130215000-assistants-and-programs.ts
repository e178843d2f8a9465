import { Migration } from '@mikro-orm/migrations';

export class Migration20261130215000 extends Migration {
  override name = '20261130215000-assistants-and-programs';

  override up(): void {
    this.addSql(`alter table "prompts" add "refused" jsonb not null default '[]'`);
    this.addSql(`alter table "assistant_months" add "ceiling_notified" boolean not null default false`);
    this.addSql(`alter table "queue_integrations" add "answer_seconds" int not null default 120`);
    this.addSql(`alter table "webhook_endpoints" add "answer_seconds" int null`);
    this.addSql(`update "webhook_endpoints" set "answer_seconds" = 120 where "integration"`);
    this.addSql(`alter table "webhook_deliveries" add "failure" jsonb null`);
  }
}
