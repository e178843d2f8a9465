import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';

/** Version of the installed product. */
export async function productVersion(): Promise<string> {
  const file = findPackageJSON('..', import.meta.url);
  if (!file) throw new Error('No package.json above the program');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
