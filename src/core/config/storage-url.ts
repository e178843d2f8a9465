import { join, resolve } from 'node:path';

export interface StorageLocation {
  readonly url: string;
  readonly dir: string;
  readonly shared: boolean;
}

/** Folder of a `file:` URL, or an error; relative to the working folder. */
export function parseStorageUrl(given: string | undefined, dataDir: string): StorageLocation | string {
  if (given === undefined) {
    const dir = join(dataDir, 'media');
    return { url: `file:${dir}`, dir, shared: false };
  }
  const match = /^file:(?:\/\/(?=\/))?([^?]+)(?:\?(.*))?$/.exec(given);
  if (!match?.[1]) return `STORAGE_URL must be file:/folder (it is "${given}")`;
  const options = new URLSearchParams(match[2]);
  const unknown = [...options.keys()].filter((name) => name !== 'shared');
  if (unknown.length > 0) return `STORAGE_URL has the unknown option ${unknown.join(', ')}; only shared=1 exists`;
  return { url: given, dir: resolve(decodeURIComponent(match[1])), shared: options.get('shared') === '1' };
}
