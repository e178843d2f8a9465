import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { ConcurrencyLimiter } from '../../../../core/processing/concurrency-limiter.js';
import { ConversionFailed, Transcoder } from '../../../../core/processing/transcoder.js';
import { FileNotFound, newStorageKey, Storage } from '../../../../core/storage/storage.js';
import { MessageStored } from '../messages.events.js';
import { attachThumbnail, pictureWithoutThumbnail, type StoredPicture, type StoredThumbnail } from './media.queries.js';
import { createThumbnail, isVideo } from './pictures.js';

/** Makes the thumbnail of a message's picture or video. */
export class MakeThumbnail extends defineJob<{ messageId: number }>('make-thumbnail') {}

const maxFileBytes = 64 * 1024 * 1024;
const backoff = [5, 60];

@Injectable()
export class MakeThumbnailHandler {
  private readonly logger = new Logger('Thumbnails');
  /** One at a time, as an open picture uses a CPU core and up to some hundred megabytes. */
  private readonly limiter = new ConcurrencyLimiter(1);

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly transcoder: Transcoder,
  ) {}

  /** A failure is only logged, as screens show the original when there is no thumbnail. */
  @JobHandler(MakeThumbnail, { transactional: false, backoff })
  async perform({ messageId }: MakeThumbnail['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    // the file may have crashed the process at each attempt, so it is not opened again
    if (attempt > backoff.length + 1) return;
    const file = await this.db.runAs(companyId, () => this.find(messageId));
    if (!file) return;
    try {
      const thumbnail = await this.make(companyId, file);
      if (thumbnail) await this.db.runAs(companyId, () => this.attach(messageId, file.key, thumbnail));
    } catch (error) {
      if (attempt <= backoff.length) throw error;
      this.logger.warn({ msg: 'no thumbnail', messageId, reason: String(error) });
    }
  }

  private find(messageId: number): Promise<StoredPicture | undefined> {
    return this.db.row(pictureWithoutThumbnail(this.db.companyId, messageId));
  }

  /** null when no thumbnail can be made or the file is missing. */
  private async make(companyId: number, { key, mime, size }: StoredPicture): Promise<StoredThumbnail | null> {
    if ((size ?? 0) > maxFileBytes) return null;
    try {
      const frame = isVideo(mime)
        ? await this.transcoder.firstFrame((await this.storage.open(key)).stream, mime)
        : null;
      const made = await this.limiter.run(async () =>
        createThumbnail(frame ?? (await buffer((await this.storage.open(key)).stream))),
      );
      return made && { width: made.width, height: made.height, thumbKey: await this.store(companyId, made.bytes) };
    } catch (error) {
      if (error instanceof ConversionFailed || error instanceof FileNotFound) return null;
      throw error;
    }
  }

  private async store(companyId: number, bytes: Buffer | null): Promise<string | null> {
    if (!bytes) return null;
    const key = newStorageKey(companyId, 'webp');
    await this.storage.put(key, bytes, { mime: 'image/webp' });
    return key;
  }

  private async attach(messageId: number, key: string, thumbnail: StoredThumbnail): Promise<void> {
    const { companyId } = this.db;
    const kept = await this.db.run(attachThumbnail(companyId, messageId, key, thumbnail));
    if (kept > 0) this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
    // the message was deleted, or another attempt has stored a thumbnail
    else if (thumbnail.thumbKey) await this.storage.remove(thumbnail.thumbKey);
  }
}
