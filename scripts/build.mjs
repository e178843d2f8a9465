import './lib/root.mjs';
import { parseArgs } from 'node:util';
import { buildServer } from './lib/build-server.mjs';
import { bundleServer } from './lib/bundle-server.mjs';
import { compress } from './lib/compress.mjs';
import { isStale, parts, stamped } from './lib/stamp.mjs';

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
    await build({ configFile: 'admin/vite.config.ts', logLevel: 'warn' });
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
