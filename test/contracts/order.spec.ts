import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { modules } from '../../src/app.module.js';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Report {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
    readonly totalCruised: number;
  };
}

async function cruise(...paths: string[]): Promise<Report> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  // it exits with an error when it finds something, and prints it
  const { stdout } = await run(
    process.execPath,
    [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...paths],
    { cwd: root, maxBuffer: 256 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Report;
}

test('every folder of src/modules is in the ordered list', async () => {
  const files = globSync('src/modules/*/*/*.module.ts', { cwd: root });
  expect(modules).toHaveLength(files.length);
  expect(new Set(modules).size).toBe(modules.length);
});

test('core imports no module, a module only those before it, and services no socket.io', async () => {
  const { summary } = await cruise('src', 'admin/src');
  expect(summary.totalCruised).toBeGreaterThan(200);
  expect(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
});

const declarations = /\.(?:database|dto|entity|errors|events|module|policy|resource)\.ts$/;

test('what acts stands in a folder by concern: the folder of a module holds declarations only', () => {
  const files = globSync('src/modules/*/*/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !declarations.test(file))).toEqual([]);
});

/** The jobs that a text declares, in whatever form, and those that it handles. */
function jobsIn(text: string): { readonly declared: readonly string[]; readonly handled: readonly string[] } {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/import [^;]*;/g, '');
  const declared = [...code.matchAll(/(?:class (\w+)\s+extends|const (\w+)(?::[^=]*)?\s*=)?\s*\bdefineJob\b/g)];
  return {
    declared: declared.map(([, type, constant]) => type ?? constant ?? 'without a name'),
    handled: [...code.matchAll(/@JobHandler(?:<[^(]*>)?\(\s*(\w+)/g)].map(([, name = '']) => name),
  };
}

test('a job and its handler stand together in a *.job.ts file', () => {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['src/core/jobs/job.ts', '**/*.spec.ts'] });
  const found = files.flatMap((file) => {
    const jobs = jobsIn(readFileSync(join(root, file), 'utf8'));
    return jobs.declared.length + jobs.handled.length > 0 ? [{ file, ...jobs }] : [];
  });
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ file }) => !file.endsWith('.job.ts')).map(({ file }) => file)).toEqual([]);
  for (const { file, declared, handled } of found) expect({ file, handled }).toEqual({ file, handled: declared });
});

test.each([
  ["export class Send extends defineJob<{ id: number }>('send') {}", ['Send']],
  ["class Send extends defineJob('send') {}", ['Send']],
  ['export abstract class Send\n  extends defineJob<{ a: { b: Map<string, number> } }>(\n    name,\n  ) {}', ['Send']],
  ["export const Send = defineJob<{ id: number }>('send');", ['Send']],
  ["const Send: JobType<{ id: number }> = defineJob('send');", ['Send']],
  ["export default defineJob('send');", ['without a name']],
  ['const declare = defineJob;', ['declare']],
  ["import { defineJob } from '../jobs/job.js';\n/** As {@link defineJob}. */\n// defineJob", []],
])('the jobs of %j are found', (text, declared) => {
  expect(jobsIn(text).declared).toEqual(declared);
});

test('files of modules have no other suffix than those in docs/ARCHITECTURE.md', () => {
  const page = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const listed = [...page.matchAll(/^- `\*\.(\w+)\.ts` — .{5,}$/gm)].map(([, suffix]) => suffix);
  const files = globSync('src/modules/**/*.ts', { cwd: root, exclude: ['**/*.d.ts'] });
  const suffixes = files.flatMap((file) =>
    basename(file, '.ts')
      .replace(/\.spec$/, '')
      .split('.')
      .slice(1),
  );
  expect([...new Set(suffixes)].toSorted()).toEqual(listed.toSorted());
});
