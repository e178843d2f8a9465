import './lib/root.mjs';
import { buildServer } from './lib/build-server.mjs';
import { compress } from './lib/compress.mjs';
import { parts, stamped } from './lib/stamp.mjs';

const builders = {
  async server() {
    await buildServer();
    const { writeAnswerSchemas } = await import('./lib/answer-schemas.mjs');
    writeAnswerSchemas('dist/server/answer-schemas.json');
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

const wanted = process.argv.slice(2);
for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const started = performance.now();
  await stamped(part, builders[part]);
  process.stdout.write(`Built ${part} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}
