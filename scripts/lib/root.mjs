import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** npm puts the Node of the `node` package first in PATH; outside of it the host's own may be too old. */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  process.stderr.write(
    `Node 24 is needed and this is ${process.version}. Run it through npm (npm start, npm run …), which brings its own.\n`,
  );
  process.exit(1);
}

requireNode24();
process.chdir(root);
