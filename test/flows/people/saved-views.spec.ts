import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface View {
  readonly id: number;
  readonly name: string;
  readonly query: string;
}

const list = async (client: Client): Promise<View[]> =>
  bodyOf(await client.get<{ views: View[] }>('/saved-views')).views.map(({ id, name, query }) => ({ id, name, query }));
const save = async (client: Client, body: object): Promise<View> =>
  bodyOf(await client.post<View>('/saved-views', body), 201);

test('views are stored by name, renamed and removed, and visible to their user only', async () => {
  const urgent = await save(w.attendant, { name: 'Urgentes', query: '?tab=search&tags=1-2' });
  const usual = await save(w.attendant, { name: 'Abertos' });
  const same = await save(w.admin, { name: 'Urgentes', query: '?tab=pending' });
  expect(await list(w.attendant)).toEqual([
    { id: usual.id, name: 'Abertos', query: '' },
    { id: urgent.id, name: 'Urgentes', query: '?tab=search&tags=1-2' },
  ]);
  expect((await list(w.admin)).map(({ id }) => id)).toEqual([same.id]);
  const path = `/saved-views/${urgent.id}`;
  for (const answer of [w.admin.get(path), w.admin.put(path, { name: 'Meu' }), w.admin.delete(path)])
    expect(await answer).toMatchObject({ status: 404, body: { code: 'ERR_NO_SAVED_VIEW_FOUND' } });
  expect(await w.attendant.post('/saved-views', { name: 'Urgentes' })).toMatchObject({
    status: 409,
    body: { code: 'ERR_CONFLICT', fields: { name: /nome/ } },
  });
  expect(await w.attendant.post('/saved-views', { name: ' ', query: 'x'.repeat(2001) })).toMatchObject({
    status: 400,
    body: { code: 'ERR_VALIDATION', fields: { name: /./, query: /./ } },
  });
  bodyOf(await w.attendant.put(path, { name: 'Para hoje' }));
  bodyOf(await w.attendant.delete(`/saved-views/${usual.id}`));
  expect(await list(w.attendant)).toEqual(
    [{ ...urgent, name: 'Para hoje' }].map(({ id, name, query }) => ({ id, name, query })),
  );
});

test('each page has views of its own, and existing clients see those of conversations', async () => {
  const person = await w.member();
  const tickets = await save(person, { name: 'Hoje', query: '?tab=open' });
  const reports = await save(person, { name: 'Hoje', query: '?rating=1', page: 'relatories' });
  expect((await list(person)).map(({ id }) => id)).toEqual([tickets.id]);
  const filter = encodeURIComponent(JSON.stringify({ page: 'relatories' }));
  expect(bodyOf(await person.get<View[]>(`/saved-views?filter=${filter}`)).map(({ id }) => id)).toEqual([reports.id]);
  expect((await person.post('/saved-views', { name: 'Hoje', page: 'relatories' })).status).toBe(409);
  expect((await person.post('/saved-views', { name: 'Hoje', page: 'nada' })).status).toBe(400);
});

test('at most thirty are stored, also concurrently, and removed with their user', async () => {
  const person = await w.member();
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, index) => person.post('/saved-views', { name: `Visão ${index}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { code: 'ERR_SAVED_VIEWS_LIMIT' },
  });
  expect(await list(person)).toHaveLength(30);
  bodyOf(await w.admin.delete(`/users/${person.id}`));
  expect(await app.database.query('select 1 from saved_views where user_id = $1', [person.id])).toEqual([]);
});
