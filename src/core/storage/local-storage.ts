import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { coreErrors } from '../errors/core-errors.js';
import { type ByteRange, FileNotFound, isStorageKey, Storage, type StorageState, type StoredFile } from './storage.js';

/** The suffix has a character that no key has, so that no key is equal to the type file of another. */
const mimeSuffix = '~mime';
const unknown = 'application/octet-stream';
/** Error codes of a full disk, and of a reached quota. */
const full = new Set(['ENOSPC', 'EDQUOT']);

/** Where a file is written until it is complete. The key gives its path, so that it can be removed after a crash. */
const unfinished = (path: string): string => join(dirname(path), `~${basename(path)}`);

/** Stores media as files in a folder. */
@Injectable()
export class LocalStorage extends Storage {
  private readonly logger = new Logger('Storage');
  private readonly dir: string;

  constructor(config: AppConfig) {
    super();
    this.dir = config.storageDir;
  }

  /** Writes the type before the file; the file only appears when it is complete and flushed. */
  override async put(key: string, body: Readable | Buffer, { mime }: { mime: string }): Promise<{ size: number }> {
    const path = this.pathOf(key);
    try {
      await mkdir(dirname(path), { recursive: true });
      await this.write(`${path}${mimeSuffix}`, Buffer.from(mime));
      return { size: await this.write(path, body) };
    } catch (error) {
      await rm(`${path}${mimeSuffix}`, { force: true });
      if (!full.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      this.logger.error({ msg: 'no space left for files', folder: this.dir, reason: String(error) });
      throw coreErrors.ERR_STORAGE_FULL();
    }
  }

  override async stat(key: string): Promise<StoredFile> {
    const path = this.pathOf(key);
    const { size, mtime: storedAt } = await present(key, stat(path));
    return { size, storedAt, mime: await this.mimeOf(path) };
  }

  override async open(key: string, range?: ByteRange): Promise<StoredFile & { stream: Readable }> {
    const file = await this.stat(key);
    return { ...file, stream: createReadStream(this.pathOf(key), range) };
  }

  override async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    for (const file of [path, `${path}${mimeSuffix}`])
      for (const each of [file, unfinished(file)]) await rm(each, { force: true });
  }

  override async *list(folder = ''): AsyncIterable<string> {
    yield* this.keysBelow(folder);
  }

  /** A folder that is removed in the meantime counts as empty. */
  private async *keysBelow(folder: string): AsyncIterable<string> {
    try {
      for await (const entry of await opendir(join(this.dir, folder))) {
        const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (!isStorageKey(key)) continue;
        if (entry.isDirectory()) yield* this.keysBelow(key);
        else if (entry.isFile()) yield key;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  override async removeFolder(folder: string): Promise<void> {
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  override async state(): Promise<StorageState | null> {
    const disk = await statfs(this.dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return disk ? { kind: 'folder', freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize } : null;
  }

  private async write(path: string, body: Readable | Buffer): Promise<number> {
    const fresh = unfinished(path);
    try {
      await pipeline(
        body instanceof Readable ? body : Readable.from([body]),
        createWriteStream(fresh, { flags: 'w', mode: 0o640, flush: true }),
      );
      const { size } = await stat(fresh);
      await rename(fresh, path);
      await fsyncFolder(dirname(path));
      return size;
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  }

  private async mimeOf(path: string): Promise<string> {
    return present(path, readFile(`${path}${mimeSuffix}`, 'utf8')).catch((error: unknown) => {
      if (error instanceof FileNotFound) return unknown;
      throw error;
    });
  }

  private pathOf(key: string): string {
    if (!isStorageKey(key)) throw new FileNotFound(key);
    return join(this.dir, key);
  }
}

async function present<T>(key: string, access: Promise<T>): Promise<T> {
  try {
    return await access;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileNotFound(key);
    throw error;
  }
}

/** Flushes a renamed entry of the folder to the disk. */
export async function fsyncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
