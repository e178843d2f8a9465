import { endOfDay, wallClockAt } from '../../src/core/calendar.js';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { CompaniesListener } from '../../src/modules/platform/companies/registration/companies.listener.js';
import { sharedApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { password, type World, world } from '../support/world.js';

const app = await sharedApp();

const sentence = 'Seu serviço está vencido, entre em contato com o suporte!';

describe.each([
  ['past its due date', (w: World) => app.platform.put<object>(`/companies/${w.companyId}`, { dueDate: '2020-01-31' })],
  ['switched off', (w: World) => app.platform.put<object>(`/companies/${w.companyId}`, { status: false })],
])('a company that is %s', (_name, suspend) => {
  test('cannot sign in, call or connect, and can again after paying', async () => {
    const w = await world(app);
    const screen = await w.attendant.socket();
    const refresher = await w.member();
    bodyOf(await suspend(w));
    await screen.nextNamed('disconnect');
    for (const { me } of [w.admin, w.attendant]) {
      expect(await app.visitor().signIn(me.email, password)).toMatchObject({
        status: 403,
        body: { code: 'ERR_COMPANY_EXPIRED', message: sentence, statusCode: 403 },
      });
    }
    expect((await app.visitor().signIn(w.admin.me.email, 'errada-1')).status).toBe(401);
    for (const path of ['/auth/me', '/tickets', '/resources'])
      expect(await w.attendant.get(path)).toMatchObject({
        status: 401,
        body: { code: 'ERR_COMPANY_EXPIRED', message: sentence },
      });
    expect((await w.attendant.post('/tags', { name: 'Depois', color: '#000000' })).status).toBe(401);
    expect(await refresher.post('/auth/refresh_token')).toMatchObject({
      status: 401,
      body: { code: 'ERR_COMPANY_EXPIRED', message: sentence },
    });
    await expect(w.attendant.socket()).rejects.toThrow('ERR_SESSION_EXPIRED');
    bodyOf(await app.platform.put(`/companies/${w.companyId}`, { dueDate: '2999-01-01', status: true }));
    expect((await w.attendant.get('/auth/me')).status).toBe(200);
    expect((await app.visitor().signIn(w.admin.me.email, password)).status).toBe(200);
  });
});

describe('a due day ends with the day of the company', () => {
  // at any hour UTC's day is over in one of the first, or not yet over in one of the last
  const zones = ['Etc/GMT+12', 'America/Rio_Branco', 'America/Sao_Paulo', 'Pacific/Auckland', 'Pacific/Kiritimati'];

  test('its people and its messages go on until then, wherever it is', async () => {
    const w = await world(app);
    const due = async (timezone: string, inDays: number): Promise<string> => {
      const today = wallClockAt(timezone, Date.now() + inDays * 86_400_000).day;
      bodyOf(await app.platform.put(`/companies/${w.companyId}/schedules`, { schedules: [], timezone }));
      const { dueInDays } = bodyOf(
        await app.platform.put<{ dueInDays: number }>(`/companies/${w.companyId}`, { dueDate: today }),
      );
      expect(dueInDays).toBe(inDays);
      return today;
    };
    for (const timezone of zones) {
      const day = await due(timezone, 0);
      const answer = bodyOf(await app.visitor().signIn(w.supervisor.me.email, password));
      expect(answer.user.company.dueDate).toBe(endOfDay(day, timezone).toISOString());
      const socket = await w.attendant.socket();
      const ana = w.customer('Ana');
      const { id } = await ana.says(`Bom dia de ${timezone}`);
      bodyOf(await w.attendant.put(`/tickets/${id}`, { status: 'open', userId: w.attendant.id }));
      bodyOf(await w.attendant.post(`/messages/${id}`, { body: 'Bom dia, Ana' }), 201);
      await w.settled();
      expect((await ana.sees()).at(-1)).toMatchObject({ body: expect.stringContaining('Bom dia, Ana'), ack: 2 });
      await due(timezone, -1);
      await socket.nextNamed('disconnect');
      expect((await w.admin.get('/auth/me')).status).toBe(401);
      expect((await app.visitor().signIn(w.supervisor.me.email, password)).status).toBe(403);
    }
  });

  test('a minute later its sockets are cut', async () => {
    const w = await world(app);
    const socket = await w.attendant.socket();
    // a clock that shows 00:01
    const now = new Date();
    const seconds = 60 - (now.getTime() / 1000 - Date.parse(now.toISOString().slice(0, 10)) / 1000);
    const offset = new Date(Math.abs(seconds) * 1000).toISOString().slice(11, 19);
    const sweep = () =>
      app.nest
        .get(Context)
        .run({}, () =>
          app.nest.get(Db).asPlatform(() => app.nest.get(CompaniesListener, { strict: false }).dueDaysEnd()),
        );
    const dueOn = (day: number) =>
      app.database.query('update companies set timezone = $2, due_date = $3 where id = $1', [
        w.companyId,
        `<X>${seconds < 0 ? '' : '-'}${offset}`,
        new Date(Date.parse(now.toISOString().slice(0, 10)) + day * 86_400_000 - 1),
      ]);
    await dueOn(1);
    await sweep();
    expect((await w.admin.get('/auth/me')).status).toBe(200);
    await dueOn(0);
    await sweep();
    await socket.nextNamed('disconnect');
    expect((await w.admin.get('/auth/me')).status).toBe(401);
  });
});

test('super-admins can always sign in', async () => {
  bodyOf(await app.platform.put(`/companies/${app.platform.me.companyId}`, { dueDate: '2020-01-01' }));
  expect((await app.platform.get('/auth/me')).status).toBe(200);
  bodyOf(await app.platform.put(`/companies/${app.platform.me.companyId}`, { dueDate: null }));
});

describe('limits of the plan', () => {
  const things = [
    [
      '/users',
      'usuários',
      (n: number) => ({
        name: `Pessoa ${n}`,
        email: `p${n}-${Math.random().toString(36).slice(2)}@empresa.test`,
        password,
      }),
    ],
    ['/whatsapp', 'conexões', (n: number) => ({ name: `Telefone ${n}`, channel: 'sandbox' })],
    ['/queue', 'departamentos', (n: number) => ({ name: `Fila ${n}`, color: `#0000${10 + n}` })],
  ] as const;

  test.each(things)('%s: refused with the limit, also concurrently', async (path, word, body) => {
    const limit = 6;
    const w = await world(app, { plan: { users: limit, connections: limit, queues: limit } });
    const count = async (): Promise<number> => bodyOf(await w.admin.get<unknown[]>(`${path}?range=[0,99]`)).length;
    const room = limit - (await count());
    const answers = await Promise.all(Array.from({ length: room + 5 }, (_, index) => w.admin.post(path, body(index))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({
        status: 403,
        body: {
          code: 'ERR_NO_PERMISSION',
          message: `O limite de ${word} do plano foi atingido: ${limit}.`,
          params: { limit },
        },
      });
    }
    expect(await count()).toBe(limit);
    const rows = bodyOf(await w.admin.get<{ id: number }[]>(`${path}?range=[0,99]&sort=["id","DESC"]`));
    bodyOf(await w.admin.delete<object>(`${path}/${rows[0]?.id}`));
    expect((await w.admin.post(path, body(50))).status).toBe(201);
  });
});

describe('ranks', () => {
  let w: World;
  beforeAll(async () => {
    w = await world(app);
  });

  test('actions of managers only', async () => {
    for (const client of [w.attendant, w.supervisor]) {
      for (const [method, path] of [
        ['DELETE', `/contacts/${w.contact.id}`],
        ['POST', '/users'],
        ['DELETE', `/users/${w.supervisor.id}`],
        ['POST', '/queue'],
        ['PUT', `/queue/${w.sales.id}`],
        ['POST', '/whatsapp'],
        ['DELETE', `/whatsapp/${w.connection.id}`],
        ['PUT', '/settings/call'],
      ] as const) {
        expect([
          path,
          await client.request(method, path, { body: method === 'DELETE' ? undefined : {} }),
        ]).toMatchObject([path, { status: 403, body: { code: 'ERR_NO_PERMISSION' } }]);
      }
    }
  });

  test('no user can raise themselves or others above their own rank', async () => {
    const { id, name, email } = w.attendant.me;
    for (const change of [
      { profile: 'admin' },
      { profile: 'supervisor' },
      { super: true },
      { queueIds: [w.sales.id, w.support.id] },
      { allTicket: 'enabled' },
      { companyId: 1 },
    ]) {
      expect([change, (await w.attendant.put(`/users/${id}`, change)).status]).toEqual([change, 403]);
    }
    expect((await w.attendant.put(`/users/${w.supervisor.id}`, { name: 'Outra' })).status).toBe(403);
    expect((await w.admin.put(`/users/${id}`, { super: true })).status).toBe(403);
    expect(
      (await w.admin.post('/users', { name: 'Super', email: 'super-nova@empresa.test', password, super: true })).status,
    ).toBe(403);
    // forms post whole records: unchanged fields are allowed
    bodyOf(
      await w.attendant.put(`/users/${id}`, {
        name: `${name}!`.slice(0, 50),
        email,
        profile: 'user',
        queueIds: [w.sales.id],
        allTicket: 'desabled',
        super: false,
      }),
    );
  });

  test('an attendant may create a tag, but no kanban column', async () => {
    expect((await w.attendant.post('/tags', { name: 'Quadro', color: '#111111', kanban: 1 })).status).toBe(403);
    const { id } = bodyOf(
      await w.attendant.post<{ id: number }>('/tags', { name: 'Etiqueta', color: '#111111', kanban: 0 }),
      201,
    );
    expect((await w.attendant.put(`/tags/${id}`, { kanban: 1 })).status).toBe(403);
    bodyOf(await w.supervisor.put(`/tags/${id}`, { kanban: 1 }));
    bodyOf(await w.attendant.put(`/tags/${id}`, { name: 'Etiqueta nova', kanban: 1 }));
  });

  test('gateway secrets are visible to managers only, and masked', async () => {
    bodyOf(await w.admin.put('/settings/asaas', { value: 'segredo-do-gateway' }));
    const read = async (client: typeof w.admin): Promise<{ key: string; value: string }[]> =>
      bodyOf(await client.get<{ key: string; value: string }[]>('/settings'));
    expect((await read(w.attendant)).map(({ key }) => key)).not.toContain('asaas');
    expect((await read(w.admin)).find(({ key }) => key === 'asaas')?.value).toMatch(/^•+$/);
    expect(await w.admin.put('/settings/userCreation', { value: 'disabled' })).toMatchObject({ status: 403 });
  });

  test('the last manager cannot be removed, and no user can delete themselves', async () => {
    expect((await w.admin.delete(`/users/${w.admin.id}`)).status).toBe(409);
    expect((await w.admin.put(`/users/${w.admin.id}`, { profile: 'user' })).status).toBe(409);
  });

  test('the default connection cannot be removed while there is another', async () => {
    const other = bodyOf(
      await w.admin.post<{ id: number; isDefault: boolean }>('/whatsapp', { name: 'Segunda', channel: 'sandbox' }),
      201,
    );
    expect(other.isDefault).toBe(false);
    expect(await w.admin.delete(`/whatsapp/${w.connection.id}`)).toMatchObject({
      status: 400,
      body: { code: 'ERR_NO_OTHER_WHATSAPP' },
    });
    expect(await w.admin.put(`/whatsapp/${other.id}`, { queueIds: [w.sales.id, w.support.id] })).toMatchObject({
      status: 400,
      body: { code: 'ERR_WAPP_GREETING_REQUIRED', fields: { greetingMessage: expect.any(String) } },
    });
    const both = { queueIds: [w.sales.id, w.support.id], greetingMessage: 'Olá' };
    bodyOf(await w.admin.put(`/whatsapp/${other.id}`, both));
    // forms of existing clients leave the departments out
    expect(await w.admin.put(`/whatsapp/${other.id}`, { greetingMessage: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'ERR_WAPP_GREETING_REQUIRED' },
    });
    bodyOf(await w.admin.put(`/whatsapp/${other.id}`, { queueIds: [w.sales.id], greetingMessage: '' }));
  });
});

describe('sign-up', () => {
  const visitor = (n: number) => ({
    name: `Nova empresa ${n}`,
    email: `nova${n}@empresa.test`,
    password: 'senha-de-teste',
    planId: app.platform ? 1 : 0,
  });

  test('creates a company on trial while the platform allows it', async () => {
    for (const [index, path] of ['/auth/signup', '/companies/cadastro'].entries()) {
      expect((await app.visitor().post(path, visitor(index))).status).toBe(201);
      expect((await app.visitor().signIn(`nova${index}@empresa.test`, 'senha-de-teste')).status).toBe(200);
    }
    bodyOf(await app.platform.put('/settings/userCreation', { value: 'disabled' }));
    expect(await app.visitor().post('/auth/signup', visitor(9))).toMatchObject({
      status: 403,
      body: { code: 'ERR_USER_CREATION_DISABLED' },
    });
    bodyOf(await app.platform.put('/settings/userCreation', { value: 'enabled' }));
  });

  test('only public plans are listed and accepted', async () => {
    const { planId } = visitor(7);
    const offers = async () => bodyOf(await app.visitor().get<{ id: number }[]>('/plans/list')).map(({ id }) => id);
    expect(await offers()).toContain(planId);
    bodyOf(await app.platform.put(`/plans/${planId}`, { isPublic: false }));
    expect(await offers()).not.toContain(planId);
    expect(await app.visitor().post('/auth/signup', visitor(7))).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { planId: 'Plano indisponível' } },
    });
    bodyOf(await app.platform.put(`/plans/${planId}`, { isPublic: true }));
  });

  test('a taken e-mail or name is a conflict', async () => {
    expect(await app.visitor().post('/auth/signup', visitor(0))).toMatchObject({
      status: 409,
      body: { code: 'ERR_CONFLICT' },
    });
  });
});
