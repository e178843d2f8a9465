import { bodyOf } from '../support/client.js';
import { Deployment } from '../support/deployment.js';
import { hasRedis } from '../support/redis.js';
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

(hasRedis ? test : test.skip)('the board of the queue is served, with its pages', async () => {
  const open = (path: string): Promise<Response> =>
    fetch(`${deployment.urls[0]}/admin/queues/${path}`, { headers: { cookie: `jrt=${deployment.platform.cookie}` } });
  const page = await open('');
  expect(page.status).toBe(200);
  const [, script = ''] = /src="(static\/js\/main[^"]+)"/.exec(await page.text()) ?? [];
  expect((await open(script)).status).toBe(200);
  expect(await (await open('api/queues')).json()).toMatchObject({ queues: [{ name: 'wake' }] });
});
