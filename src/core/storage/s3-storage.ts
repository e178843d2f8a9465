import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Logger } from '@nestjs/common';
import type { Bucket } from '../config/config.js';
import { ConfigError } from '../config/read-environment.js';
import {
  type ByteRange,
  FileNotFound,
  isStorageKey,
  Storage,
  type StorageState,
  StorageUnavailable,
  type StoredFile,
} from './storage.js';

/** How many bytes an upload keeps in memory; the protocol allows 10 000 parts of at least 5 MiB. */
const partSize = 8 * 1024 * 1024;
const removedAtOnce = 20;
const sockets = { keepAlive: true, maxSockets: 200 };
const unknown = 'application/octet-stream';

/** Stores media as objects of a bucket. A write is one request, or parts that become an object together. */
export class S3Storage extends Storage {
  private readonly logger = new Logger('Storage');
  private readonly client: S3Client;

  constructor(private readonly bucket: Bucket) {
    super();
    const { endpoint, region, accessKeyId, secretAccessKey } = bucket;
    this.client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      // older servers only support the checksum of the signature
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5_000,
        // this limits the time until the answer begins; afterwards a file may be read as slowly as it is played
        requestTimeout: 60_000,
        throwOnRequestTimeout: true,
        socketTimeout: 0,
        httpAgent: new PlainAgent(sockets),
        httpsAgent: new Agent(sockets),
      },
    });
  }

  /**
   * Checks, at a start, that listing, writing and removing work. A server that does not answer is only logged, because
   * everything except files works without it.
   * @throws ConfigError when the server refuses
   */
  async check(): Promise<void> {
    const { name, endpoint } = this.bucket;
    const at = `the bucket "${name}" of ${endpoint ?? 'Amazon S3'}`;
    try {
      await this.client.send(new ListObjectsV2Command({ ...this.below(''), MaxKeys: 1 }));
      const key = `0/check-${process.pid}`;
      await this.put(key, Buffer.alloc(0), { mime: unknown });
      await this.remove(key);
    } catch (thrown) {
      const error = thrown instanceof StorageUnavailable ? thrown.cause : thrown;
      if ((statusOf(error) ?? 500) < 500)
        throw new ConfigError([
          `STORAGE_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ${at} refuses: ${reasonOf(error)}`,
        ]);
      this.logger.error({ msg: `${at} does not answer; requests for files are answered 503`, reason: reasonOf(error) });
    }
  }

  override async put(key: string, body: Readable | Buffer, { mime }: { mime: string }): Promise<{ size: number }> {
    const target = { ...this.object(key), ContentType: mime };
    if (Buffer.isBuffer(body)) {
      await this.answer(key, () => this.client.send(new PutObjectCommand({ ...target, Body: body })));
      return { size: body.length };
    }
    let size = 0;
    let broken: { readonly error: unknown } | undefined;
    body.once('error', (error) => {
      broken = { error };
    });
    async function* counted(source: Readable): AsyncGenerator<Buffer> {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        size += Buffer.byteLength(chunk);
        yield chunk;
      }
    }
    const stream = Readable.from(counted(body), { objectMode: false });
    const upload = new Upload({ client: this.client, params: { ...target, Body: stream }, partSize, queueSize: 1 });
    try {
      await upload.done();
    } catch (error) {
      throw broken ? broken.error : this.failure(key, error);
    } finally {
      stream.destroy();
      body.destroy();
    }
    return { size };
  }

  override async stat(key: string): Promise<StoredFile> {
    const found = await this.answer(key, () => this.client.send(new HeadObjectCommand(this.object(key))));
    const { ContentLength: size = 0, ContentType: mime = unknown, LastModified: storedAt = new Date() } = found;
    return { size, mime, storedAt };
  }

  override async open(key: string, range?: ByteRange): Promise<StoredFile & { stream: Readable }> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const found = await this.answer(key, () =>
        this.client.send(new GetObjectCommand({ ...this.object(key), Range })),
      );
      if (!(found.Body instanceof Readable)) throw new Error(`${key} was answered without a body`);
      const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0);
      const { ContentType: mime = unknown, LastModified: storedAt = new Date(), Body: stream } = found;
      return { size, mime, storedAt, stream };
    } catch (error) {
      // the range begins after the end of the file
      if (!(error instanceof StorageUnavailable) || statusOf(error.cause) !== 416) throw error;
      return { ...(await this.stat(key)), stream: Readable.from([]) };
    }
  }

  override async remove(key: string): Promise<void> {
    await this.answer(key, () => this.client.send(new DeleteObjectCommand(this.object(key)))).catch(unlessMissing);
  }

  override async copy(from: string, to: string): Promise<{ size: number }> {
    const { size } = await this.stat(from);
    const { Bucket, Key } = this.object(from);
    await this.answer(from, () =>
      this.client.send(new CopyObjectCommand({ ...this.object(to), CopySource: `${Bucket}/${Key}` })),
    );
    return { size };
  }

  override async *list(folder = ''): AsyncIterable<string> {
    for await (const keys of this.pages(folder && `${folder}/`)) yield* keys.filter(isStorageKey);
  }

  override async removeFolder(folder: string): Promise<void> {
    if (!isStorageKey(folder)) throw new FileNotFound(folder);
    for await (const keys of this.pages(`${folder}/`))
      for (let from = 0; from < keys.length; from += removedAtOnce)
        await Promise.all(keys.slice(from, from + removedAtOnce).map((key) => this.remove(key)));
  }

  override async state(): Promise<StorageState> {
    const { name } = this.bucket;
    try {
      await this.answer('', () => this.client.send(new ListObjectsV2Command({ ...this.below(''), MaxKeys: 1 })));
      return { kind: 'bucket', name, up: true };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      return { kind: 'bucket', name, up: false };
    }
  }

  /** The keys below a folder, a thousand at a time. */
  private async *pages(folder: string): AsyncGenerator<string[]> {
    let ContinuationToken: string | undefined;
    do {
      const page = await this.answer(folder, () =>
        this.client.send(new ListObjectsV2Command({ ...this.below(folder), ContinuationToken })),
      );
      yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(this.bucket.prefix.length));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  private readonly below = (folder: string) => ({
    Bucket: this.bucket.name,
    Prefix: `${this.bucket.prefix}${folder}`,
  });

  private object(key: string): { Bucket: string; Key: string } {
    if (!isStorageKey(key)) throw new FileNotFound(key);
    return { Bucket: this.bucket.name, Key: `${this.bucket.prefix}${key}` };
  }

  /** @throws FileNotFound when there is no such object, StorageUnavailable for any other failure */
  private async answer<T>(key: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw this.failure(key, error);
    }
  }

  private failure(key: string, error: unknown): FileNotFound | StorageUnavailable {
    if (error instanceof FileNotFound) return error;
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name))
      return new FileNotFound(key);
    if (statusOf(error) !== 416)
      this.logger.warn({ msg: 'request to the bucket failed', key, reason: reasonOf(error) });
    return new StorageUnavailable(error);
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.name, error.message].filter((part) => part !== 'Error').join(': ') : String(error);

function unlessMissing(error: unknown): void {
  if (!(error instanceof FileNotFound)) throw error;
}
