import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type Kind, kindOf, kinds } from './layout.js';
import { LeadFileError } from './lead-file-error.js';

/** A published file with one table or a part of it. */
export interface SourceFile {
  readonly name: string;
  readonly kind: Kind;
  /** Differs between two files of the same name. */
  readonly mark: string;
  /** The name inside a zip, which contains the date of the data. */
  readonly innerName: string;
  open(): Promise<Readable>;
}

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/**
 * The files of a folder or of one zip; a zip stays open until its files are read.
 * @throws LeadFileError for a truncated zip or a missing table
 */
export async function sourceFiles(path: string): Promise<SourceFile[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new LeadFileError(path, undefined, `cannot be read: ${(cause as Error).message}`);
  });
  const paths = found.isDirectory() ? (await readdir(path)).toSorted().map((name) => join(path, name)) : [path];
  const files: SourceFile[] = [];
  for (const each of paths) files.push(...(/\.zip$/i.test(each) ? await zippedFiles(each) : await plainFile(each)));
  assertDifferent(files);
  assertComplete(path, files);
  return files;
}

async function plainFile(path: string): Promise<SourceFile[]> {
  const name = basename(path);
  const kind = kindOf(name);
  const { size, mtimeMs } = await stat(path);
  return kind
    ? [{ name, kind, mark: `${size}/${mtimeMs}`, innerName: name, open: async () => createReadStream(path, buffered) }]
    : [];
}

const buffered = { highWaterMark: 1 << 18 };

async function zippedFiles(path: string): Promise<SourceFile[]> {
  const zipName = basename(path);
  const refuse = (cause: unknown): never => {
    throw new LeadFileError(zipName, undefined, `is no complete zip file (${(cause as Error).message})`);
  };
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch(refuse);
  const entries: Entry[] = await new Promise<Entry[]>((resolve, reject) => {
    const all: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      all.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(all));
    zip.once('error', reject);
    zip.readEntry();
  })
    .catch(refuse)
    .finally(() => zip.close());
  return entries.flatMap((entry) => {
    const kind = kindOf(basename(entry.fileName)) ?? (entries.length === 1 ? kindOf(zipName) : undefined);
    const name = entries.length === 1 ? zipName : `${zipName}/${entry.fileName}`;
    if (!kind) return [];
    const mark = `${entry.uncompressedSize}/${entry.crc32}`;
    return [{ name, kind, mark, innerName: entry.fileName, open: () => openEntry(path, entry) }];
  });
}

/** The zip is closed together with the stream of its entry. */
async function openEntry(path: string, entry: Entry): Promise<Readable> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false });
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  try {
    const stream = await open(entry);
    stream.once('close', () => zip.close());
    return stream;
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** @throws when a file occurs twice, such as a zip beside its extracted content */
function assertDifferent(files: readonly SourceFile[]): void {
  const seen = new Map<string, string>();
  for (const { name, innerName } of files) {
    const inner = basename(innerName).toLowerCase();
    const first = seen.get(inner);
    if (first !== undefined) throw new LeadFileError(`${first}, ${name}`, undefined, `both are ${basename(innerName)}`);
    seen.set(inner, name);
  }
}

/** @throws when a table is missing, or a part of a table whose parts are numbered from 0 */
function assertComplete(path: string, files: readonly SourceFile[]): void {
  const missing = kinds.filter((kind) => !files.some((file) => file.kind === kind));
  if (missing.length > 0) throw new LeadFileError(path, undefined, `has no file of ${missing.join(', ')}`);
  for (const kind of kinds) {
    const numbers = files
      .filter((file) => file.kind === kind)
      // names such as Empresas0.zip or K3241.K03200Y0.D40608.EMPRECSV
      .flatMap(({ name }) => /(?:^[a-z]{3,}|\.K\d+Y)(\d+)\./i.exec(name)?.[1] ?? [])
      .map(Number);
    const hole = Array.from({ length: Math.max(-1, ...numbers) }, (_, index) => index).find(
      (index) => !numbers.includes(index),
    );
    if (hole !== undefined) throw new LeadFileError(path, undefined, `has no file ${hole} of ${kind}`);
  }
}

/** The date of the data in the published names: `D40608` is 8 June of a year that ends in 4. */
export function publishedOn(names: readonly string[], today = new Date()): string | undefined {
  const [, digit, month, day] = names.map((name) => /\.D(\d)(\d\d)(\d\d)\b/.exec(name)).find(Boolean) ?? [];
  if (digit === undefined) return undefined;
  const year = today.getUTCFullYear() - ((today.getUTCFullYear() - Number(digit) + 10) % 10);
  return `${year}-${month}-${day}`;
}
