import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HttpServer } from '../support/http-server.js';

const registry = new HttpServer();
let cache: string;
beforeAll(async () => {
  await registry.start();
  cache = await mkdtemp(join(tmpdir(), 'atende-npm-'));
});
afterAll(async () => {
  await registry.stop();
  await rm(cache, { recursive: true, force: true });
});

async function audit(): Promise<{ code: number; said: string }> {
  const env = { ...process.env, npm_config_registry: `${registry.url}/`, npm_config_cache: cache };
  const child = spawn(process.execPath, ['scripts/audit.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number, said: out + err };
}

/** What it says of vulnerabilities; npm asks for the versions of each package that has one. */
function answer(status: number, advisories: object): void {
  registry.answer = ({ method, path }, response) => {
    const name = decodeURIComponent(path.slice(1));
    const versions = { '8.0.0': { name, version: '8.0.0' } };
    const said = method === 'POST' ? advisories : { name, versions, 'dist-tags': { latest: '8.0.0' } };
    response.writeHead(method === 'POST' ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(said));
  };
}

const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Anything runs', vulnerable_versions: '*' };

test('the audit fails on what is high or critical, and says so where nothing could be checked', async () => {
  answer(200, { pg: [{ ...advisory, severity: 'high' }] });
  expect(await audit()).toEqual({
    code: 1,
    said: expect.stringContaining('Anything runs https://advisories.example/1'),
  });
  answer(200, { pg: [{ ...advisory, id: 2, severity: 'moderate' }] });
  expect((await audit()).code).toBe(0);
  answer(405, {});
  expect(await audit()).toEqual({ code: 2, said: expect.stringContaining('this registry has no audit endpoint') });
});
