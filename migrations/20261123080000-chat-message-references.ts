import { Migration } from '@mikro-orm/migrations';

export class Migration20261123080000 extends Migration {
  override name = '20261123080000-chat-message-references';

  override up(): void {
    this.addSql(`create index "chat_messages_sender_index" on "chat_messages" ("company_id", "sender_id")`);
    this.addSql(
      `create index "chat_messages_quoted_index" on "chat_messages" ("company_id", "quoted_id") where "quoted_id" is not null`,
    );
  }
}
