import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atende-add-'));
  await cp('scripts', join(folder, 'scripts'), { recursive: true });
  // as ours, with one small dependency instead of hundreds
  const { type, scripts, dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    await readFile('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>;
  const small = { 'reflect-metadata': dependencies?.['reflect-metadata'] };
  const manifest = { type, private: true, scripts, dependencies: small, peerDependencies, peerDependenciesMeta };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const npm = (...args: string[]) => promisify(execFile)('npm', [...args, '--no-audit', '--no-fund'], { cwd: folder });
const manifests = () =>
  Promise.all(['package.json', 'package-lock.json'].map((name) => readFile(join(folder, name), 'utf8')));
const library = () => join(folder, 'node_modules/baileys');

test('npm run add:whatsapp installs the library beside the locked packages, also again after npm ci', async () => {
  await npm('install');
  const before = await manifests();
  expect(existsSync(library())).toBe(false);
  for (let times = 0; times < 2; times += 1) {
    const { stdout } = await npm('run', 'add:whatsapp');
    expect(stdout).toContain('baileys 7.0.0-rc14 is installed');
    expect(existsSync(join(library(), 'package.json'))).toBe(true);
    expect(existsSync(join(folder, 'node_modules/reflect-metadata'))).toBe(true);
    expect(await manifests()).toEqual(before);
    await npm('ci');
    expect(existsSync(library())).toBe(false);
  }
});

test('a start that would have to build without the packages for development says what to do', async () => {
  await mkdir(join(folder, 'src'), { recursive: true });
  const start = promisify(execFile)(process.execPath, ['scripts/start.mjs'], { cwd: folder });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Not built .*server, admin.* run `npm ci --include=dev && npm run build`\.\n$/),
  });
});
