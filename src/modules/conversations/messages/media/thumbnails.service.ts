import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { Storage } from '../../../../core/storage/storage.js';
import { MakeThumbnail } from './make-thumbnail.job.js';
import type { PictureSize, StoredPicture } from './media.queries.js';
import { isReadableImage, isVideo, readPictureSize } from './pictures.js';

/** Message types that may have a picture or a video. */
const visualTypes = new Set(['image', 'video', 'template']);
/** Enough to contain the metadata that cameras write before the picture. */
const headBytes = 512 * 1024;
/** Pictures of a company processed at the same time; videos have their own ordering key and so delay no picture. */
const picturePartitions = 2;

/** Queues thumbnails of pictures and videos, and reads the sizes of pictures. */
@Injectable()
export class ThumbnailsService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly storage: Storage,
  ) {}

  async enqueue(messageId: number, mediaType: string, mime: string | null): Promise<void> {
    if (mime === null || !visualTypes.has(mediaType) || !(isReadableImage(mime) || isVideo(mime))) return;
    const partition = isVideo(mime) ? 'video' : String(messageId % picturePartitions);
    const orderingKey = `thumbnail:${this.db.companyId}:${partition}`;
    await this.jobs.add(MakeThumbnail, { messageId }, { orderingKey });
  }

  /** Reads the size of a stored picture from its first bytes; null for other files. */
  async sizeOf({ key, mime }: Omit<StoredPicture, 'size'>): Promise<PictureSize | null> {
    if (!isReadableImage(mime)) return null;
    const { stream } = await this.storage.open(key, { start: 0, end: headBytes - 1 });
    return readPictureSize(await buffer(stream));
  }
}
