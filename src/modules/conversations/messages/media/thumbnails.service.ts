import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ConcurrencyLimiter } from '../../../../core/processing/concurrency-limiter.js';
import { openImage } from '../../../../core/processing/open-image.js';
import { ConversionFailed, Transcoder } from '../../../../core/processing/transcoder.js';
import { FileNotFound, newStorageKey, Storage } from '../../../../core/storage/storage.js';
import { MessageStored } from '../messages.events.js';
import {
  attachThumbnail,
  type PictureSize,
  pictureWithoutThumbnail,
  type StoredPicture,
  type StoredThumbnail,
} from './media.queries.js';

export interface Thumbnail extends PictureSize {
  /** The thumbnail as WebP; null where the original is small or animated. */
  readonly bytes: Buffer | null;
}

/** Formats that sharp can read. */
const readable = /^image\/(png|jpeg|webp|gif|avif)$/;
/** Protects against decompression bombs; photos of phones have fewer pixels. */
const limitInputPixels = 50_000_000;
/** Twice the size of a message bubble, for high-density screens. */
const maxSize = { width: 640, height: 960 };
const timeoutSeconds = 20;

export const isReadableImage = (mime: string): boolean => readable.test(mime);

/** @param bytes the whole file or its beginning. null when it is no readable picture */
export async function readPictureSize(bytes: Buffer): Promise<PictureSize | null> {
  try {
    const { autoOrient, pageHeight } = await (await openImage(bytes, { limitInputPixels, failOn: 'none' })).metadata();
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
  } catch {
    // broken, incomplete or too large: sharp throws errors without a code, so all of them are caught
    return null;
  }
}

/** null when the file is broken or too large. */
export async function createThumbnail(bytes: Buffer): Promise<Thumbnail | null> {
  const size = await readPictureSize(bytes);
  if (!size) return null;
  try {
    const picture = (await openImage(bytes, { limitInputPixels, failOn: 'error' })).timeout({
      seconds: timeoutSeconds,
    });
    if (((await picture.metadata()).pages ?? 1) > 1) return { ...size, bytes: null };
    const small = await picture
      .autoOrient()
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    return { ...size, bytes: small.length < bytes.length ? small : null };
  } catch {
    // its size was readable, so browsers may still show the picture
    return { ...size, bytes: null };
  }
}

export class MakeThumbnail extends defineJob<{ messageId: number }>('make-thumbnail') {}

/** Message types that may have a picture or a video. */
const visualTypes = new Set(['image', 'video', 'template']);
/** Enough to contain the metadata that cameras write before the picture. */
const headBytes = 512 * 1024;
const maxFileBytes = 64 * 1024 * 1024;
/** Pictures of a company processed at the same time; videos have their own ordering key and so delay no picture. */
const picturePartitions = 2;
const backoff = [5, 60];

@Injectable()
export class ThumbnailsService {
  private readonly logger = new Logger('Thumbnails');
  /** One at a time, as an open picture uses a CPU core and up to some hundred megabytes. */
  private readonly limiter = new ConcurrencyLimiter(1);

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly storage: Storage,
    private readonly transcoder: Transcoder,
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

const isVideo = (mime: string): boolean => mime.startsWith('video/');
