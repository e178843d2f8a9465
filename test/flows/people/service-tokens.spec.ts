import { tokenScopes } from '../../../src/modules/people/service-tokens/crud/scopes.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf, type Client, type Refusal } from '../../support/client.js';
import { program, type ServiceTokenAnswer, serviceToken } from '../../support/programs.js';
import { label, type Operation, operationsOf, sampleValue } from '../../support/routes.js';
import { type MessageRow, type Named, type TicketRow, type World, world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);

const known = tokenScopes.map(({ value }) => String(value));
const scopeOf = ({ scope, method }: Operation): string => `${scope}:${method === 'GET' ? 'read' : 'write'}`;

/** Changes nothing: there is no such record, and an empty body is refused where one is needed. */
const call = (client: Client, { method, path, body }: Operation) =>
  client.request<Refusal>(method, path.replace(/:\w+/g, '999999999'), body ? { body: {} } : {});

test('the token is shown once, with the beginning by which it is told from others', async () => {
  const made = await serviceToken(w, ['tickets:read']);
  expect(made.token).toMatch(/^atk_[\w-]{43}$/);
  expect(made.token.startsWith(made.prefix.replace('…', ''))).toBe(true);
  const listed = await w.admin.get<{ records: ServiceTokenAnswer[] }>('/service-tokens');
  expect(bodyOf(listed).records[0]).toMatchObject({ id: made.id, name: 'ERP', createdBy: w.admin.me.name });
  expect(JSON.stringify(listed.body)).not.toContain(made.token);
  const stored = await app.database.query<{ text: string }>('select t::text as text from service_tokens t');
  expect(stored.some(({ text }) => text.includes(made.token))).toBe(false);
  expect((await w.supervisor.get('/service-tokens')).status).toBe(403);
});

test('a program works within its scopes, for its company only, and by its name', async () => {
  const other = await world(app);
  const { token } = await serviceToken(w, ['tickets:read', 'tickets:write', 'messages:write', 'tags:write']);
  const erp = program(app, token);
  const ticket = await w.customer().says('Bom dia');
  expect(bodyOf(await erp.get<TicketRow>(`/tickets/${ticket.id}`)).id).toBe(ticket.id);
  bodyOf(await w.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  const listed = bodyOf(await erp.get<{ tickets: TicketRow[] }>('/tickets'));
  expect(listed.tickets.map(({ id }) => id)).toContain(ticket.id);
  expect((await erp.get(`/tickets/${(await other.customer().says('Oi')).id}`)).status).toBe(404);
  const sent = bodyOf(await erp.post<MessageRow>(`/messages/${ticket.id}`, { body: 'Olá' }), 201);
  expect(sent.user).toBeNull();
  bodyOf(await erp.put(`/tickets/${ticket.id}`, { userId: w.supervisor.id, status: 'open' }));
  expect(bodyOf(await w.admin.get<TicketRow>(`/tickets/${ticket.id}`))).toMatchObject({
    status: 'open',
    userId: w.supervisor.id,
  });
  expect(await erp.put(`/tickets/${ticket.id}`, { status: 'open' })).toMatchObject({
    status: 400,
    body: { fields: { userId: expect.any(String) } },
  });
  const tag = bodyOf(await erp.post<Named>('/tags', { name: 'Do ERP', color: '#123456' }), 201);
  const { entries } = bodyOf(
    await w.admin.get<{ entries: { user: { id: number | null; name: string } }[] }>(`/audit?subject=tag:${tag.id}`),
  );
  expect(entries[0]?.user).toEqual({ id: null, name: 'ERP' });
});

test('without the scope of a route it is refused, and nobody can choose one that does not exist', async () => {
  const { token } = await serviceToken(w, ['contacts:read']);
  const reader = program(app, token);
  expect((await reader.get('/contacts')).status).toBe(200);
  expect(await reader.post('/contacts', { name: 'Ana', number: '5511988887777' })).toMatchObject({
    status: 403,
    body: { code: 'ERR_TOKEN_SCOPE', params: { scope: 'contacts:write' } },
  });
  for (const scopes of [['users:write'], ['tudo'], [], 'tags:read'])
    expect(await w.admin.post('/service-tokens', { name: 'Não', scopes })).toMatchObject({
      status: 400,
      body: { fields: { scopes: expect.any(String) } },
    });
});

test('every route is closed to service tokens but those with a scope that the token has', async () => {
  const operations = operationsOf(app).filter(({ access }) => access !== 'public');
  const open = operations.filter(({ scope }) => scope !== undefined);
  expect(open.length).toBeGreaterThan(40);
  expect(open.filter(({ access }) => access === 'super' || access === 'integration').map(label)).toEqual([]);
  // no area of a route without a scope, and no scope without a route
  const areas = new Set(known.map((scope) => scope.split(':')[0]));
  expect([...new Set(open.map(({ scope }) => scope))].toSorted()).toEqual([...areas].toSorted());
  const all = program(app, (await serviceToken(w, known)).token);
  for (const operation of operations) {
    const { status, body } = await call(all, operation);
    const name = label(operation);
    if (operation.access === 'integration') expect([name, body.code]).toEqual([name, 'ERR_CONNECTION_TOKEN']);
    else if (operation.scope === undefined) expect([name, status, body.code]).toEqual([name, 403, 'ERR_TOKEN_ROUTE']);
    else if (!known.includes(scopeOf(operation))) expect([name, body.code]).toEqual([name, 'ERR_TOKEN_SCOPE']);
    else expect([name, body.code]).not.toEqual([name, expect.stringMatching(/^ERR_TOKEN/)]);
    if (status >= 500) throw new Error(`${name} → ${status}`);
  }
  const none = program(app, (await serviceToken(w, ['tags:read'])).token);
  for (const operation of open.filter((each) => scopeOf(each) !== 'tags:read')) {
    const name = label(operation);
    expect([name, (await call(none, operation)).body.code]).toEqual([name, 'ERR_TOKEN_SCOPE']);
  }
});

test('with a valid body no open route ends in an error of ours', async () => {
  const all = program(app, (await serviceToken(w, known)).token);
  for (const operation of operationsOf(app).filter(({ scope, body }) => scope !== undefined && body !== undefined)) {
    const path = operation.path.replace(/:\w+/g, '999999999');
    const { status } = await all.request(operation.method, path, { body: sampleValue(operation.body ?? {}) });
    if (status >= 500) throw new Error(`${label(operation)} → ${status}`);
  }
});

test('it ends when it is revoked, when it expires, and with the plan', async () => {
  const first = await serviceToken(w, ['tags:read']);
  const client = program(app, first.token);
  expect((await client.get('/tags')).status).toBe(200);
  bodyOf(await w.admin.delete(`/service-tokens/${first.id}`));
  expect(await client.get('/tags')).toMatchObject({ status: 401, body: { code: 'ERR_SERVICE_TOKEN' } });
  const past = await serviceToken(w, ['tags:read'], { expiresAt: '2020-01-01T00:00:00.000Z' });
  expect((await program(app, past.token).get('/tags')).status).toBe(401);
  const untilDay = await serviceToken(w, ['tags:read'], { expiresAt: '2099-03-31' });
  expect(untilDay.expiresAt).toBe('2099-04-01T02:59:59.999Z');
  const poor = await world(app);
  const { token } = await serviceToken(poor, ['tags:read']);
  bodyOf(await app.platform.put(`/plans/${poor.planId}`, { useExternalApi: false }));
  expect(await program(app, token).get('/tags')).toMatchObject({ status: 403, body: { code: 'ERR_NO_PERMISSION' } });
});

test('a company has fifty tokens at most', async () => {
  const own = await world(app);
  for (let n = 0; n < 50; n += 1) await serviceToken(own, ['tags:read']);
  expect(await own.admin.post('/service-tokens', { name: 'Mais um', scopes: ['tags:read'] })).toMatchObject({
    status: 409,
    body: { code: 'ERR_SERVICE_TOKENS_LIMIT' },
  });
});

test('each program has exports of its own', async () => {
  const other = await world(app);
  const statuses = async (by: World, times: number): Promise<number[]> => {
    const { token } = await serviceToken(by, ['contacts:read']);
    const answers: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${app.url}/contacts/export`, { headers });
      await answer.text();
      answers.push(answer.status);
    }
    return answers;
  };
  expect(await statuses(w, 21)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  expect(await statuses(other, 1)).toEqual([200]);
});

test('what a program forwards is no first response', async () => {
  const [from, to] = [await w.customer().says('Bom dia'), await w.customer().says('Oi')];
  bodyOf(await w.attendant.put(`/tickets/${to.id}`, { status: 'open' }));
  const { messages } = bodyOf(await w.admin.get<{ messages: MessageRow[] }>(`/messages/${from.id}`));
  const message = messages.find(({ fromMe }) => !fromMe);
  const { token } = await serviceToken(w, ['messages:write']);
  const responded = async (): Promise<boolean[]> =>
    (
      await app.database.query<{ responded: boolean }>(
        'select first_response_at is not null as responded from ticket_cycles where ticket_id = $1',
        [to.id],
      )
    ).map((row) => row.responded);
  const forward = (by: Client) => by.post(`/messages/${message?.id}/forward`, { ticketIds: [to.id] });
  bodyOf(await forward(program(app, token)), 201);
  expect(await responded()).toEqual([false]);
  bodyOf(await forward(w.attendant), 201);
  expect(await responded()).toEqual([true]);
});

test('its last use is kept', async () => {
  const { id, token } = await serviceToken(w, ['tags:read']);
  bodyOf(await program(app, token).get('/tags'));
  expect(bodyOf(await w.admin.get<{ lastUsedAt: string | null }>(`/service-tokens/${id}`)).lastUsedAt).not.toBeNull();
});

test('a program reads connections without their secrets', async () => {
  const { token } = await serviceToken(w, ['connections:read']);
  const connections = bodyOf(await program(app, token).get<Record<string, unknown>[]>('/whatsapp'));
  expect(connections[0]).toMatchObject({ id: w.connection.id });
  expect(connections[0]).not.toHaveProperty('token');
});
