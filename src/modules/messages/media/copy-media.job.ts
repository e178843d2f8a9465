import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { FileNotFound, newStorageKey, Storage } from '../../../core/storage/storage.js';
import { DeliveryStatusService } from '../delivery-status/delivery-status.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { MessageStored } from '../messages.events.js';
import { Thumbnails } from './thumbnails.service.js';

/** Copies the file of a forwarded message, right before it is sent: deleting the original keeps the copy. */
export class CopyMedia extends defineJob<{ messageId: number }>('copy-media') {}

const backoff = [2, 10, 60];

@Injectable()
export class CopyMediaHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly deliveryStatus: DeliveryStatusService,
    private readonly thumbnails: Thumbnails,
  ) {}

  @JobHandler(CopyMedia, { transactional: false, backoff })
  async perform({ messageId }: CopyMedia['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const original = await this.db.runAs(companyId, () => this.originalKey(messageId));
    if (!original) return;
    const key = newStorageKey(companyId, /\.(\w+)$/.exec(original)?.[1] ?? '');
    try {
      const { size } = await this.storage.copy(original, key);
      await this.db.runAs(companyId, () => this.storeCopy(messageId, key, size));
    } catch (error) {
      if (!(error instanceof FileNotFound) && attempt <= backoff.length) throw error;
      const text = error instanceof FileNotFound ? deliveryErrorTexts.noOriginal : deliveryErrorTexts.noMedia;
      await this.db.runAs(companyId, () => this.deliveryStatus.markFailed(messageId, 'ERR_FORWARD_WAPP_MSG', text));
    }
  }

  private async originalKey(messageId: number): Promise<string | undefined> {
    const row = await this.db.row<{ key: string }>(sql`
      select data->>'copyOf' as key from messages where company_id = ${this.db.companyId}
       and id = ${messageId} and status = 'queued' and media_key is null`);
    return row?.key;
  }

  private async storeCopy(messageId: number, key: string, size: number): Promise<void> {
    const { companyId } = this.db;
    const kept = await this.db.row<{ mediaType: string; mime: string | null }>(sql`
      update messages set media_key = ${key}, media_size = ${size}, data = data - 'copyOf', updated_at = now()
       where company_id = ${companyId} and id = ${messageId} and media_key is null and not is_deleted
       returning media_type as "mediaType", media_mime as mime`);
    // deleted or already done meanwhile
    if (!kept) return this.storage.remove(key);
    await this.thumbnails.enqueue(messageId, kept.mediaType, kept.mime);
    this.events.emit(new MessageStored(companyId, messageId, 'update'));
  }
}
