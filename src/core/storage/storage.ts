import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly size: number;
  readonly mime: string;
  readonly storedAt: Date;
}

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Thrown when there is no such file. */
export class FileNotFound extends Error {
  constructor(readonly key: string) {
    super(`No stored file ${key}`);
    this.name = 'FileNotFound';
  }
}

/** Thrown when the storage does not answer, or refuses: a request is answered 503, a job is retried. */
export class StorageUnavailable extends Error {
  readonly statusCode = 503;

  constructor(cause: unknown) {
    super(`The storage of media fails: ${cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause)}`, {
      cause,
    });
    this.name = 'StorageUnavailable';
  }
}

/** Where media are stored, and the state of that storage. */
export type StorageState =
  | { readonly kind: 'folder'; readonly freeBytes: number; readonly totalBytes: number }
  | { readonly kind: 'bucket'; readonly name: string; readonly up: boolean };

/**
 * A storage of media. A key is written once and its content never changes; it appears complete or not at all. Keys are
 * generated (`newStorageKey`), never chosen by a client.
 */
export abstract class Storage {
  abstract put(key: string, body: Readable | Buffer, meta: { mime: string }): Promise<{ size: number }>;
  /** @throws FileNotFound */
  abstract stat(key: string): Promise<StoredFile>;
  /** @throws FileNotFound. `size` is that of the complete file, whatever the range. */
  abstract open(key: string, range?: ByteRange): Promise<StoredFile & { stream: Readable }>;
  /** A missing file is no error. */
  abstract remove(key: string): Promise<void>;
  /** Streams a file to another key. @throws FileNotFound */
  async copy(from: string, to: string): Promise<{ size: number }> {
    const { stream, mime } = await this.open(from);
    return this.put(to, stream, { mime });
  }

  /** The keys of all files, or of a folder, in any order; files stored or removed during the listing may be missing. */
  abstract list(folder?: string): AsyncIterable<string>;
  /** Removes every file in the folder, for example `removeFolder('7')` all files of company 7. */
  abstract removeFolder(folder: string): Promise<void>;
  /** null when the folder does not exist yet, because no file was stored. */
  abstract state(): Promise<StorageState | null>;
}

/** The folder of the keys that are made in this month, or were made in an earlier one. */
export function monthsFolder(companyId: number, monthsAgo = 0, now: Date = new Date()): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo));
  return `${companyId}/${month.toISOString().slice(0, 7).replace('-', '/')}`;
}

/** A new key in the folder of the company, or of the platform (0); `extension` has no dot. */
export function newStorageKey(companyId: number, extension: string, now: Date = new Date()): string {
  return `${monthsFolder(companyId, 0, now)}/${randomUUID()}${/^[a-z0-9]{1,10}$/.test(extension) ? `.${extension}` : ''}`;
}

const segment = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*$/i;

/** Whether a key is valid: plain path segments, no hidden files, no `..`. */
export const isStorageKey = (key: string): boolean =>
  key.length <= 200 && key.split('/').every((part) => segment.test(part));
