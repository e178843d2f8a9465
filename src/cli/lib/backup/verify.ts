import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CliError } from '../run-command.js';
import { type Checksum, type Manifest, mediaFile, mediaListFile, tableFile } from './manifest.js';
import { mediaEntries } from './media.js';
import { checksumOf, forEachConcurrently, readCompressed } from './streams.js';

const maxFaults = 50;

/** Reads everything again. @throws CliError with the differences to the manifest */
export async function assertIntact(dir: string, manifest: Manifest): Promise<void> {
  const faults = await faultsIn(dir, manifest);
  if (faults.length > 0) throw new CliError(`${dir} is damaged:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
}

async function faultsIn(dir: string, manifest: Manifest): Promise<string[]> {
  const faults: string[] = [];
  const check = async (what: string, source: Readable, expected: Partial<Checksum>): Promise<boolean> => {
    const fault = await faultOf(source, expected);
    if (fault && faults.length < maxFaults) faults.push(`${what}: ${fault}`);
    return fault === undefined;
  };
  for (const { name, bytes, rows, sha256 } of manifest.tables)
    await check(`table ${name}`, readCompressed(tableFile(dir, name)), { bytes, rows, sha256 });
  const { media } = manifest;
  if (media && (await check('list of media', readCompressed(mediaListFile(dir)), media.list))) {
    await forEachConcurrently(mediaEntries(dir), 4, async ({ key, size, sha256 }) => {
      await check(`media ${key}`, createReadStream(mediaFile(dir, key)), { bytes: size, sha256 });
    });
  }
  return faults;
}

async function faultOf(source: Readable, expected: Partial<Checksum>): Promise<string | undefined> {
  try {
    const found = await checksumOf(source);
    if (expected.bytes !== undefined && found.bytes !== expected.bytes)
      return `${found.bytes} bytes instead of ${expected.bytes}`;
    if (expected.rows !== undefined && found.rows !== expected.rows)
      return `${found.rows} rows instead of ${expected.rows}`;
    return found.sha256 === expected.sha256 ? undefined : 'its content was changed';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is not there' : `cannot be read (${message})`;
  }
}
