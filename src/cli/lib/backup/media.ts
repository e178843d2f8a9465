import { createReadStream, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fsyncFolder } from '../../../core/storage/local-storage.js';
import { FileNotFound, isStorageKey, type Storage } from '../../../core/storage/storage.js';
import { CliError } from '../run-command.js';
import { type MediaSummary, mediaFile, mediaListFile } from './manifest.js';
import { forEachConcurrently, readCompressed, writeStream } from './streams.js';

/** One line of the list of files. */
export interface MediaEntry {
  readonly key: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
}

const concurrency = 8;
const exampleCount = 100;

/**
 * Copies every file of the storage: at least those that the earlier snapshot of the database references, which `keysFile`
 * lists.
 */
export async function backUpMedia(storage: Storage, dir: string, keysFile: string): Promise<MediaSummary> {
  let count = 0;
  let bytes = 0;
  let vanished = 0;
  const folders = new Set<string>();
  const lines = new PassThrough({ encoding: 'utf8' });
  const list = writeStream(lines, mediaListFile(dir), true);
  try {
    await forEachConcurrently(storage.list(), concurrency, async (key) => {
      const target = mediaFile(dir, key);
      if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      folders.add(dirname(target));
      const entry = await copyOut(storage, key, target);
      if (!entry) {
        vanished += 1;
        return;
      }
      count += 1;
      bytes += entry.size;
      if (!lines.write(`${JSON.stringify(entry)}\n`)) await new Promise((done) => lines.once('drain', done));
    });
  } finally {
    lines.end();
  }
  for (const folder of folders) await fsyncFolder(folder);
  return { count, bytes, vanished, list: await list, missing: await missingFiles(dir, keysFile) };
}

async function copyOut(storage: Storage, key: string, target: string): Promise<MediaEntry | undefined> {
  try {
    const { stream, mime } = await storage.open(key);
    const { bytes: size, sha256 } = await writeStream(stream, target, false);
    return { key, mime, size, sha256 };
  } catch (error) {
    if (error instanceof FileNotFound || isGone(error, target)) return undefined;
    throw error;
  }
}

/** The file was removed meanwhile; not a missing target folder. */
const isGone = (error: unknown, target: string): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync(dirname(target));

async function missingFiles(dir: string, keysFile: string): Promise<MediaSummary['missing']> {
  let count = 0;
  const examples: string[] = [];
  for await (const key of createInterface({ input: createReadStream(keysFile), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isStorageKey(key) && existsSync(mediaFile(dir, key))) continue;
    count += 1;
    if (examples.length < exampleCount) examples.push(key);
  }
  return { count, examples };
}

/** The files of a backup, in the order of the list. */
export async function* mediaEntries(dir: string): AsyncIterable<MediaEntry> {
  for await (const line of createInterface({ input: readCompressed(mediaListFile(dir)) })) {
    const entry = JSON.parse(line) as MediaEntry;
    if (!isStorageKey(entry.key))
      throw new CliError(`${relative('.', mediaListFile(dir))} names ${JSON.stringify(entry.key)}.`);
    yield entry;
  }
}

/** Copies every file of a backup into the storage; may be repeated. */
export async function restoreMedia(storage: Storage, dir: string): Promise<void> {
  await forEachConcurrently(mediaEntries(dir), concurrency, async ({ key, mime }) => {
    await storage.put(key, createReadStream(mediaFile(dir, key)), { mime });
  });
}
