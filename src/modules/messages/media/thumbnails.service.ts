import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../core/context.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { ConcurrencyLimiter } from '../../../core/processing/concurrency-limiter.js';
import { ConversionFailed, Transcoder } from '../../../core/processing/transcoder.js';
import { FileNotFound, newStorageKey, Storage } from '../../../core/storage/storage.js';
import { MakeThumbnail } from './make-thumbnail.js';
import { createThumbnail, isReadableImage, type PictureSize, readPictureSize } from './thumbnail.js';

export interface StoredPicture {
  readonly key: string;
  readonly mime: string;
  readonly size: number | null;
}

/** A size, and where the small picture lies; null where the original is shown. */
export interface StoredThumbnail extends PictureSize {
  readonly thumbKey: string | null;
}

/** Kinds of messages that show a picture or a video. */
const shown = new Set(['image', 'video', 'template']);
/** Headers with all that cameras write before the first line of the picture. */
const beginning = 512 * 1024;
const largestFile = 64 * 1024 * 1024;
/** Lanes of a company: pictures of one must not keep the others' waiting, nor a long video its pictures. */
const pictureLanes = 2;

/** Small pictures of what messages carry, and the room that they take on screens. */
@Injectable()
export class Thumbnails {
  /** A picture takes a processor and up to some hundred megabytes while it is open. */
  private readonly limiter = new ConcurrencyLimiter(1);

  constructor(
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly storage: Storage,
    private readonly transcoder: Transcoder,
  ) {}

  /** A message has its file; what is made of that is stored afterwards. */
  async enqueue(messageId: number, mediaType: string, mime: string | null): Promise<void> {
    if (mime === null || !shown.has(mediaType) || !(isReadableImage(mime) || isVideo(mime))) return;
    const lane = isVideo(mime) ? 'video' : String(messageId % pictureLanes);
    await this.jobs.add(MakeThumbnail, { messageId }, { orderingKey: `thumbnail:${this.context.companyId}:${lane}` });
  }

  /** Of a stored picture, by its beginning; null for anything else. */
  async sizeOf({ key, mime }: StoredPicture): Promise<PictureSize | null> {
    if (!isReadableImage(mime)) return null;
    const { stream } = await this.storage.open(key, { start: 0, end: beginning - 1 });
    return readPictureSize(await buffer(stream));
  }

  /** Stores a small picture beside the file; null when nothing can be made of it, or it is gone. */
  async make(companyId: number, file: StoredPicture): Promise<StoredThumbnail | null> {
    if ((file.size ?? 0) > largestFile) return null;
    try {
      const frame = isVideo(file.mime) ? await this.firstFrame(file) : null;
      const made = await this.limiter.run(async () => createThumbnail(frame ?? (await this.bytes(file.key))));
      return made && { width: made.width, height: made.height, thumbKey: await this.store(companyId, made.bytes) };
    } catch (error) {
      if (error instanceof ConversionFailed || error instanceof FileNotFound) return null;
      throw error;
    }
  }

  private async firstFrame({ key, mime }: StoredPicture): Promise<Buffer> {
    const { stream } = await this.storage.open(key);
    return this.transcoder.firstFrame(stream, mime);
  }

  private async bytes(key: string): Promise<Buffer> {
    const { stream } = await this.storage.open(key);
    return buffer(stream);
  }

  private async store(companyId: number, bytes: Buffer | null): Promise<string | null> {
    if (!bytes) return null;
    const key = newStorageKey(companyId, 'webp');
    await this.storage.put(key, bytes, { mime: 'image/webp' });
    return key;
  }
}

const isVideo = (mime: string): boolean => mime.startsWith('video/');
