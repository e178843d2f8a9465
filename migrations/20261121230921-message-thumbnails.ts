import { Migration } from '@mikro-orm/migrations';

export class Migration20261121230921 extends Migration {
  override name = '20261121230921-message-thumbnails';

  override up(): void {
    this.addSql(`alter table "messages" add "thumb_media_key" varchar(200) null`);
  }
}
