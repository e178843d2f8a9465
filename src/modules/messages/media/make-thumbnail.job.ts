import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { Storage } from '../../../core/storage/storage.js';
import { MessageStored } from '../messages.events.js';
import { MakeThumbnail } from './make-thumbnail.js';
import { type StoredPicture, type StoredThumbnail, Thumbnails } from './thumbnails.service.js';

const backoff = [5, 60];

@Injectable()
export class MakeThumbnailHandler {
  private readonly logger = new Logger('Thumbnails');

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly thumbnails: Thumbnails,
  ) {}

  /** Without a small picture the original is shown: that is no failure that a person should hear of. */
  @JobHandler(MakeThumbnail, { transactional: false, backoff })
  async perform({ messageId }: MakeThumbnail['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    // a file on which the process died every time is opened no more
    if (attempt > backoff.length + 1) return;
    const file = await this.db.runAs(companyId, () => this.findPicture(messageId));
    if (!file) return;
    try {
      const made = await this.thumbnails.make(companyId, file);
      if (made) await this.db.runAs(companyId, () => this.attachThumbnail(messageId, file.key, made));
    } catch (error) {
      if (attempt <= backoff.length) throw error;
      this.logger.warn({ msg: 'no small picture', messageId, reason: String(error) });
    }
  }

  private findPicture(messageId: number): Promise<StoredPicture | undefined> {
    return this.db.row<StoredPicture>(
      sql`select media_key as key, media_mime as mime, media_size as size from messages
       where company_id = ${this.context.companyId} and id = ${messageId} and media_key is not null
         and media_mime is not null and thumb_media_key is null and not is_deleted`,
    );
  }

  private async attachThumbnail(
    messageId: number,
    key: string,
    { width, height, thumbKey }: StoredThumbnail,
  ): Promise<void> {
    const { companyId } = this.context;
    const kept = await this.db.run(
      sql`update messages set thumb_media_key = ${thumbKey}, data = coalesce(data,
       '{}') || jsonb_build_object('width', ${width}::int, 'height', ${height}::int), updated_at = now()
       where company_id = ${companyId} and id = ${messageId} and media_key = ${key} and thumb_media_key is null
         and not is_deleted`,
    );
    if (kept > 0) this.events.emit(new MessageStored(companyId, messageId, 'update'));
    // taken back meanwhile, or somebody was faster
    else if (thumbKey) await this.storage.remove(thumbKey);
  }
}
