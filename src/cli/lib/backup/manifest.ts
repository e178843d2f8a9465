import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../run-command.js';

/** Increased when older programs could not read the format. */
export const manifestFormat = 1;

/** Checksum of uncompressed content. */
export interface Checksum {
  readonly bytes: number;
  /** Lines; a row of COPY's text form is exactly one. */
  readonly rows: number;
  readonly sha256: string;
}

export interface TableChecksum extends Checksum {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface SequenceValue {
  readonly name: string;
  readonly value: string;
  readonly called: boolean;
}

export interface MediaSummary {
  readonly count: number;
  readonly bytes: number;
  /** Of the list of files. */
  readonly list: Checksum;
  /** Listed, and removed before they could be copied. */
  readonly vanished: number;
  /** Referenced by rows, and not in the storage. */
  readonly missing: { readonly count: number; readonly examples: readonly string[] };
}

/** Content of a backup; `manifest.json` is written last. */
export interface Manifest {
  readonly format: number;
  readonly createdAt: string;
  readonly productVersion: string;
  readonly postgresVersion: string;
  /** Every migration that had run, in order. */
  readonly migrations: readonly string[];
  /** One-way fingerprint of the installation's key. */
  readonly keyFingerprint: string;
  readonly tables: readonly TableChecksum[];
  readonly sequences: readonly SequenceValue[];
  /** `null` when the files were left out. */
  readonly media: MediaSummary | null;
  readonly secrets: boolean;
}

export const tableFile = (dir: string, name: string): string => join(dir, 'tables', `${name}.copy.gz`);
export const mediaListFile = (dir: string): string => join(dir, 'media.jsonl.gz');
export const mediaFile = (dir: string, key: string): string => join(dir, 'media', ...key.split('/'));
export const manifestFile = (dir: string): string => join(dir, 'manifest.json');
export const backupSecretsFile = (dir: string): string => join(dir, 'secrets.json');

export const keyFingerprint = (key: Buffer): string =>
  createHmac('sha256', key).update('fingerprint in backups').digest('hex').slice(0, 32);

/** @throws CliError when the folder is no complete backup, or of a later format */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(manifestFile(dir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new CliError(`${dir} is no complete backup: it has no manifest.json.`);
    throw error;
  });
  const manifest = parse(text);
  if (!manifest || !Array.isArray(manifest.tables) || !Array.isArray(manifest.migrations))
    throw new CliError(`${manifestFile(dir)} is damaged.`);
  if (manifest.format !== manifestFormat)
    throw new CliError(
      `${dir} has the format ${manifest.format}; this version reads ${manifestFormat}. Install a newer one.`,
    );
  const odd = manifest.tables.find(({ name }) => !/^[a-z_][a-z0-9_]*$/.test(name));
  if (odd) throw new CliError(`${manifestFile(dir)} is damaged: it names the table ${JSON.stringify(odd.name)}.`);
  return manifest;
}

function parse(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** One line about the content of a backup. */
export function summaryOf({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const files = media ? `${media.count} files of media (${megabytes(media.bytes)})` : 'media left out';
  return `${rows} rows of ${tables.length} tables (${megabytes(bytes)}), ${files}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
