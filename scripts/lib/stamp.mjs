import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const serverSources = [
  'src/**/*',
  'migrations/*',
  '.swcrc',
  'package-lock.json',
  'scripts/lib/{build-server,bundle-server,answer-schemas}.mjs',
];

/** What each part is built from and where to; a part is stale when the content of its sources has changed. */
export const parts = {
  server: { out: 'dist/server', sources: serverSources },
  api: { out: 'dist/api', sources: [...serverSources, 'scripts/lib/api-types.mjs'] },
  admin: {
    out: 'dist/admin',
    sources: ['admin/**/*', 'package-lock.json', 'scripts/build.mjs', 'scripts/lib/compress.mjs'],
  },
};

const stampOf = (part) => join(parts[part].out, '.stamp');

function contentHash(patterns) {
  const hash = createHash('sha256');
  for (const file of patterns.flatMap((pattern) => globSync(pattern)).sort()) {
    if (file.endsWith('.spec.ts') || !statSync(file).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Whether the last build was made from other sources; an image without sources is never stale. */
export function isStale(part) {
  if (!existsSync('src')) return false;
  const stamp = stampOf(part);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== contentHash(parts[part].sources);
}

/** Runs a build; the stamp is removed first and written last, so that an interrupted build is repeated. */
export async function stamped(part, build) {
  const hash = contentHash(parts[part].sources);
  rmSync(stampOf(part), { force: true });
  await build();
  writeFileSync(stampOf(part), hash);
}
