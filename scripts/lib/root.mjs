import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** npm puts the Node of the `node` package first in PATH; outside of it the host's own may be too old. */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  const installed = existsSync(resolve(root, 'node_modules/node'));
  const missing = installed && !existsSync(resolve(root, 'node_modules/node/bin/node'));
  const advice = missing
    ? 'The npm package "node" brings it, but its install script did not run: `npm rebuild node` runs it.'
    : 'Run it through npm (npm ci, npm start, npm run …), which brings its own.';
  process.stderr.write(`Node 24 is needed and this is ${process.version}. ${advice}\n`);
  process.exit(1);
}

requireNode24();
process.chdir(root);
