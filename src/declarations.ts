import { globSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Imports every `*.<kind>` file of core and the modules, in the order of their paths. A new module is therefore listed
 * only as a Nest module.
 */
export async function importDeclarations(kind: 'channel' | 'database' | 'entity' | 'module'): Promise<object[]> {
  const files = globSync(`{core,modules}/**/*.${kind}${extname(import.meta.url)}`, { cwd: here }).toSorted();
  return Promise.all(files.map((file) => import(pathToFileURL(join(here, file)).href) as Promise<object>));
}
