import { randomUUID } from 'node:crypto';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { until } from '../../support/until.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

const online = async (person: Client): Promise<boolean> => {
  const { users } = bodyOf(await w.admin.get<{ users: { id: number; online: boolean }[] }>('/users'));
  return users.find(({ id }) => id === person.id)?.online ?? false;
};
/** Seconds until each lease of the user expires. */
const left = async (person: Client): Promise<number[]> =>
  (
    await app.database.query<{ left: number }>(
      'select extract(epoch from expires_at - now())::float8 as left from user_presence where user_id = $1 order by 1',
      [person.id],
    )
  ).map((row) => row.left);
const lease = (person: Client, node: string, seconds: number) =>
  app.database.query(
    'insert into user_presence (company_id, user_id, node, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))',
    [w.companyId, person.id, node, seconds],
  );

test('a lease lasts 36 seconds and is renewed while the socket is open', async () => {
  const person = await w.member();
  await person.socket();
  await until('a lease', async () => (await left(person)).length === 1);
  const [first = 0] = await left(person);
  expect(first).toBeGreaterThan(30);
  expect(first).toBeLessThanOrEqual(36);
  await app.database.query("update user_presence set expires_at = now() + interval '20 seconds' where user_id = $1", [
    person.id,
  ]);
  await until('the renewal', async () => ((await left(person))[0] ?? 0) > 30);
  expect(await online(person)).toBe(true);
});

test('a user with an expired lease is offline, also before it is removed', async () => {
  const person = await w.member();
  await lease(person, randomUUID(), 30);
  expect(await online(person)).toBe(true);
  await app.database.query('update user_presence set expires_at = now() where user_id = $1', [person.id]);
  expect(await online(person)).toBe(false);
});

test('a user with a lease of another process stays online until it expires', async () => {
  const [stays, goes] = [await w.member(), await w.member()];
  const watcher = await w.attendant.socket();
  const sockets = [await stays.socket(), await goes.socket()];
  for (const person of [stays, goes]) await until('a lease', async () => (await left(person)).length === 1);
  await lease(stays, randomUUID(), 60);
  await lease(goes, randomUUID(), -1);
  for (const socket of sockets) socket.close();
  await watcher.next('presence', ({ user }) => {
    const shown = user as { id: number; online?: boolean };
    return shown.id === goes.id && shown.online === false;
  });
  await until('no lease here', async () => (await left(stays)).length === 1);
  expect([await online(stays), await online(goes)]).toEqual([true, false]);
  const told = watcher.all<{ user: { id: number } }>('presence').filter(({ user }) => user.id === stays.id);
  expect(told).toMatchObject([{ user: { online: true } }]);
});

test('colleagues online: active users of the company with a lease, by name', async () => {
  const company = await world(app);
  const [zoe, abel, gone] = [
    await company.member({ name: 'Zoé Prado' }),
    await company.member({ name: 'Abel Reis' }),
    await company.member({ name: 'Caio Dias' }),
  ];
  await company.member({ name: 'Bia Lima' });
  for (const person of [zoe, abel, gone]) {
    await person.socket();
    await until('a lease', async () => (await left(person)).length === 1);
  }
  bodyOf(await company.admin.put(`/users/${gone.id}`, { active: false }));
  bodyOf(await zoe.put('/users/me/presence', { paused: true, reason: 'Café' }));
  const rows = bodyOf(await abel.get<{ name: string; pauseReason: string | null; email?: string }[]>('/users/online'));
  expect(rows).toMatchObject([
    { name: 'Abel Reis', online: true, pauseReason: null },
    { name: 'Zoé Prado', online: true, pauseReason: 'Café' },
  ]);
  // what colleagues may see, and nothing more
  for (const row of rows) expect(row).not.toHaveProperty('email');
});
