import { readdir, readFile } from 'node:fs/promises';
import { bodyOf } from '../support/client.js';
import { Deployment } from '../support/deployment.js';
import { hasRedis } from '../support/redis.js';
import { imageAllocator, imageFlags } from '../support/server-process.js';
import { type World, world } from '../support/world.js';

const patienceMs = 120_000;

let deployment: Deployment;
let w: World<Deployment>;

beforeAll(async () => {
  deployment = await Deployment.start({ seed: 8, redis: hasRedis });
  w = await world(deployment);
}, patienceMs);
afterAll(() => deployment.close());

test('a change takes what a creation takes: metadata of one copy of class-transformer', async () => {
  const made = bodyOf(
    await w.admin.post<{ id: number }>('/tags', { name: 'Vip', color: '#ff0000', kanban: true }),
    201,
  );
  const changed = bodyOf(await w.admin.put<{ kanban: number }>(`/tags/${made.id}`, { kanban: '0' }));
  expect(changed.kanban).toBe(0);
});

test('a start leaves its compiled code for the next one', async () => {
  const [server] = deployment.servers;
  const files = await readdir(server?.compileCache ?? '', { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile()).length).toBeGreaterThan(0);
});

test.each(['Dockerfile', 'package.json'])('%s starts the server as it is measured', async (file) => {
  const text = await readFile(file, 'utf8');
  const variables = Object.entries(imageAllocator).map(([name, value]) => `${name}=${value}`);
  for (const part of [...imageFlags, ...variables, 'NODE_COMPILE_CACHE=']) expect(text).toContain(part);
});
