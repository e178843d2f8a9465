import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { ConcurrencyLimiter } from '../../../core/processing/concurrency-limiter.js';
import { detectStreamFileType } from '../../../core/storage/file-type.js';
import { isStorageKey, type Storage } from '../../../core/storage/storage.js';

export interface StoredCopy {
  readonly key: string;
  readonly mime: string;
  readonly size: number;
}

/** A file of the source: what the row is, and how it names the file. */
export interface SourceFile {
  readonly companyId: number;
  readonly sourceCompanyId: unknown;
  /** Unique in the source; the same one gets the same key again, so that a repeated run copies over itself. */
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

const concurrency = 8;

/** The folder in which the source keeps its files (`public`), flat or with a folder for each company. */
export class MediaFolder {
  private readonly limiter = new ConcurrencyLimiter(concurrency);
  private readonly root: string;

  /** Without a storage nothing is copied. */
  constructor(
    root: string,
    private readonly source: string,
    private readonly storage: Storage | undefined,
  ) {
    this.root = resolve(root);
  }

  /** undefined: it is not there. */
  copy(file: SourceFile): Promise<StoredCopy | undefined> {
    return this.limiter.run(async () => {
      const path = await this.find(file);
      if (path === undefined) return undefined;
      const { stream, mime, extension } = await detectStreamFileType(createReadStream(path), '');
      const key = this.keyOf(file, extension);
      if (!this.storage) {
        stream.destroy();
        return { key, mime, size: 0 };
      }
      return { key, mime, ...(await this.storage.put(key, stream, { mime })) };
    });
  }

  /** Rows have a name, a path below the folder or a whole address. */
  private async find({ name, sourceCompanyId }: SourceFile): Promise<string | undefined> {
    const path = /^https?:/.test(name) ? decoded(name).replace(/^.*?\/public\//, '') : name;
    const company = String(sourceCompanyId ?? '');
    const folders = ['', `company${company}`, company];
    for (const candidate of new Set(
      [path, basename(path)].flatMap((each) => folders.map((folder) => join(folder, each))),
    )) {
      const full = resolve(this.root, candidate);
      if (!full.startsWith(`${this.root}${sep}`) || full.includes('\0')) continue;
      const found = await stat(full).catch(() => undefined);
      if (found?.isFile()) return full;
    }
    return undefined;
  }

  private keyOf({ companyId, id, at }: SourceFile, extension: string): string {
    const hash = createHash('sha256').update(`${this.source}|${companyId}|${id}`).digest('hex');
    const uuid = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)];
    const key = `${companyId}/${at.slice(0, 7).replace('-', '/')}/${uuid.join('-')}`;
    return isStorageKey(`${key}.${extension}`) ? `${key}.${extension}` : key;
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return url;
  }
}
