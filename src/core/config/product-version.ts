import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of the installed product. */
export function productVersion(): string {
  const file = findPackageJSON('..', import.meta.url);
  if (!file) throw new Error('No package.json above the program');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
