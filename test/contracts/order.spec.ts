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

test('a job and its handler stand together in a *.job.ts file', () => {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['src/core/jobs/job.ts', '**/*.spec.ts'] });
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const declared = [...text.matchAll(/class (\w+) extends defineJob\b/g)].map(([, name]) => name);
    const handled = [...text.matchAll(/@JobHandler\(\s*(\w+)/g)].map(([, name]) => name);
    return declared.length + handled.length > 0 ? [{ file, declared, handled }] : [];
  });
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ file }) => !file.endsWith('.job.ts')).map(({ file }) => file)).toEqual([]);
  for (const { file, declared, handled } of found) expect({ file, handled }).toEqual({ file, handled: declared });
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
