import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client } from '../../support/client.js';
import { type Named, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

const create = (client: Client, key: string, name: string) =>
  client.post<Named & { code?: string }>('/tags', { name, color: '#112233' }, { 'idempotency-key': key });

test('a repeated key and body gets the same response', async () => {
  const first = await create(w.admin, 'chave-1', 'Primeira');
  expect(bodyOf(first, 201).name).toBe('Primeira');
  const again = await create(w.admin, 'chave-1', 'Primeira');
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test('tokens are neither stored nor in the repeated response', async () => {
  const connect = () =>
    w.admin.post<Record<string, unknown>>(
      '/whatsapp',
      {
        name: 'Nuvem',
        channel: 'cloudapi',
        facebookUserId: '1',
        facebookPageUserId: '2',
        facebookUserToken: 'token-do-provedor',
        appSecret: 'segredo-do-app',
        metaToken: 'token-do-webhook',
      },
      { 'idempotency-key': 'chave-conexao' },
    );
  const { token, metaToken, ...first } = bodyOf(await connect(), 201);
  expect([token, metaToken]).toEqual([expect.any(String), 'token-do-webhook']);
  const stored = await app.database.query<{ text: string }>(
    'select answer::text as text from idempotency_keys where company_id = $1',
    [w.companyId],
  );
  expect(stored).not.toEqual([]);
  for (const { text } of stored)
    for (const secret of [token, 'token-do-webhook', 'token-do-provedor', 'segredo-do-app'])
      expect(text).not.toContain(secret);
  expect(bodyOf(await connect(), 201)).toEqual(first);
});

test('another body under the same key is refused', async () => {
  bodyOf(await create(w.admin, 'chave-2', 'Segunda'), 201);
  expect(await create(w.admin, 'chave-2', 'Outra segunda')).toMatchObject({
    status: 422,
    body: { code: 'ERR_IDEMPOTENCY_MISMATCH' },
  });
});

test('in flight: one request runs, the others get a conflict or its response', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(w.admin, 'chave-3', 'Terceira')));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.code]).toEqual([409, 'ERR_IDEMPOTENCY_IN_FLIGHT']);
});

test('one repeated again and again, each after the answer to the one before, has the same response', async () => {
  const made = bodyOf(await create(w.admin, 'chave-6', 'Sétima'), 201);
  for (let count = 0; count < 40; count += 1)
    expect(bodyOf(await create(w.admin, 'chave-6', 'Sétima'), 201)).toEqual(made);
});

test('a refused request does not use its key', async () => {
  expect((await create(w.admin, 'chave-4', 'x')).status).toBe(400);
  expect((await create(w.admin, 'chave-4', 'Quarta')).status).toBe(201);
});

test('keys belong to their user', async () => {
  bodyOf(await create(w.admin, 'chave-5', 'Quinta'), 201);
  expect((await create(w.supervisor, 'chave-5', 'Quinta de outra pessoa')).status).toBe(201);
});

test('an invalid key is refused', async () => {
  expect((await create(w.admin, 'k'.repeat(201), 'Sexta')).status).toBe(400);
});
