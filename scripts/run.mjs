import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/processes.mjs';
import { root } from './lib/root.mjs';

/** `node scripts/run.mjs cli/admin create-super`: runs src/cli/admin.ts, built first when stale. */
const [entry, ...args] = process.argv.slice(2);
await ensureBuilt('server');
const file = resolve(root, `dist/server/src/${entry}.js`);
if (!entry || !existsSync(file)) {
  process.stderr.write('Usage: node scripts/run.mjs <entry below src, without extension> [arguments]\n');
  process.exit(2);
}
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
