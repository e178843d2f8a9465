import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer } from './lib/build-server.mjs';
import { bundleServer } from './lib/bundle-server.mjs';
import { compress } from './lib/compress.mjs';
import { root } from './lib/root.mjs';
import { isStale, parts, stamped } from './lib/stamp.mjs';

/** Another name of this folder where Vite would take a part of its own for a query or a hash, and what removes it. */
function nameForVite() {
  if (!/[?#]/.test(root)) return [root, () => undefined];
  const folder = mkdtempSync(join(tmpdir(), 'atende-build-'));
  const link = join(folder, 'atende');
  symlinkSync(root, link);
  return [link, () => rmSync(folder, { recursive: true })];
}

const builders = {
  async server() {
    await buildServer();
    const { writeAnswerSchemas } = await import('./lib/answer-schemas.mjs');
    writeAnswerSchemas('dist/server/answer-schemas.json');
    await bundleServer();
  },
  /** The types of the API, which only `tsc -p admin` reads. */
  async api() {
    const { writeApiTypes } = await import('./lib/api-types.mjs');
    await writeApiTypes('dist/api/schema.d.ts');
  },
  async admin() {
    const { build } = await import('vite');
    // also when the tests build with their own environment
    process.env.NODE_ENV = 'production';
    const [name, remove] = nameForVite();
    try {
      process.env.ADMIN_ROOT = join(name, 'admin');
      const preserveSymlinks = name !== root;
      await build({ configFile: 'admin/vite.config.ts', logLevel: 'warn', resolve: { preserveSymlinks } });
    } finally {
      remove();
    }
    await compress(parts.admin.out);
  },
};

// --stale: only those whose sources have changed
const { values, positionals } = parseArgs({ allowPositionals: true, options: { stale: { type: 'boolean' } } });
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
for (const part of values.stale ? wanted.filter(isStale) : wanted) {
  const started = performance.now();
  await stamped(part, builders[part]);
  process.stdout.write(`Built ${part} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}
