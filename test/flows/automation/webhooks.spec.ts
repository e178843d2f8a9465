import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Context } from '../../../src/core/context.js';
import { Db } from '../../../src/core/database/db.js';
import { t } from '../../../src/core/i18n.js';
import { Jobs } from '../../../src/core/jobs/jobs.js';
import { Sweeper } from '../../../src/core/jobs/sweeper.js';
import { ConnectionHealthService } from '../../../src/modules/channels/connections/health/connection-health.service.js';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { HttpServer, type ReceivedRequest } from '../../support/http-server.js';
import { until } from '../../support/until.js';
import { type Named, type TicketRow, type World, world } from '../../support/world.js';

interface Endpoint {
  id: number;
  secret?: string;
  active: boolean;
  failingSince: string | null;
  disabledAt: string | null;
}

interface Delivery {
  id: number;
  eventId: string;
  type: string;
  status: string;
  attempts: number;
  responseStatus: number | null;
  excerpt: string | null;
  durationMs: number | null;
  nextAttemptAt: string | null;
}

interface Event {
  type: string;
  version: number;
  timestamp: string;
  data: { message?: { body: string; status: string; ack: number }; ticket?: TicketRow } & Record<string, unknown>;
}

const receiver = await new HttpServer().start();
const app = await sharedApp();
const w = await world(app);

afterAll(async () => {
  await receiver.stop();
});

beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answer = (_request, response) => void response.writeHead(200).end('obrigado');
});

const events = (): Event[] => receiver.requests.map(({ body }) => JSON.parse(body.toString()) as Event);
const types = (): string[] => events().map(({ type }) => type);

const endpoint = async (by: World, wanted: readonly string[], more: object = {}): Promise<Endpoint> =>
  bodyOf(
    await by.admin.post<Endpoint>('/webhook-endpoints', { url: `${receiver.url}/eventos`, events: wanted, ...more }),
    201,
  );
const deliveries = async (by: World, id: number): Promise<Delivery[]> =>
  bodyOf(await by.admin.get<{ records: Delivery[] }>(`/webhook-endpoints/${id}/deliveries`)).records;
const current = async (by: World, id: number): Promise<Endpoint> =>
  bodyOf(await by.admin.get<Endpoint>(`/webhook-endpoints/${id}`));
/** Makes the next attempt due. */
async function nextAttempt(): Promise<void> {
  await app.database.query(
    "update outbox_jobs set run_at = now() - interval '1 second' where name = 'deliver-webhook'",
  );
  await app.settled();
}

/** As the libraries of Standard Webhooks check it. */
function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body.toString()}`).digest('base64');
  return signature === `v1,${expected}` && Math.abs(Number(timestamp) - Date.now() / 1000) < 60;
}

test('a conversation is told from the first message to its end, signed, in the shapes of the API', async () => {
  const own = await world(app);
  const { id, secret = '' } = await endpoint(own, [
    'message.received',
    'message.sent',
    'message.status',
    'ticket.created',
    'ticket.transferred',
    'ticket.closed',
    'contact.created',
  ]);
  const customer = own.customer();
  const ticket = await customer.says('Bom dia');
  expect(types().toSorted()).toEqual(['contact.created', 'message.received', 'ticket.created']);
  bodyOf(await own.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
  await app.settled();
  bodyOf(await own.attendant.post(`/messages/${ticket.id}`, { body: 'Olá!' }), 201);
  await app.settled();
  await customer.reads();
  bodyOf(await own.attendant.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  await app.settled();
  const told = events();
  expect(told.find(({ type }) => type === 'message.received')).toMatchObject({
    version: 1,
    timestamp: expect.stringMatching(/Z$/),
    data: {
      message: { body: 'Bom dia', fromMe: false },
      ticket: { id: ticket.id, contact: { number: customer.number } },
    },
  });
  const ours = told.filter(({ data }) => data.message?.body === 'Olá!');
  expect(ours.map(({ type, data }) => [type, data.message?.status])).toEqual(
    expect.arrayContaining([
      ['message.sent', expect.any(String)],
      ['message.status', 'delivered'],
      ['message.status', 'read'],
    ]),
  );
  expect(told.find(({ type }) => type === 'ticket.transferred')?.data.ticket).toMatchObject({ id: ticket.id });
  expect(told.find(({ type }) => type === 'ticket.closed')?.data.ticket?.status).toBe('closed');
  expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.requests.length);
  const log = await deliveries(own, id);
  expect(log).toHaveLength(told.length);
  expect(log[0]).toMatchObject({ status: 'delivered', attempts: 1, responseStatus: 200, excerpt: 'obrigado' });
});

test('contacts are told as they change, connections when their status changes, whoever heard of the one before', async () => {
  const own = await world(app);
  const disconnect = (id: number) =>
    app.as(own.companyId, () =>
      app.nest.get(ConnectionHealthService).disconnect({ id, code: 'X', text: t('x', 'x', 'x') }),
    );
  // nobody hears of this one
  await disconnect(own.connection.id);
  await endpoint(own, ['contact.updated', 'connection.status']);
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Outro nome' }));
  const connect = (name: string) => own.admin.put(`/whatsapp/${own.connection.id}`, { name });
  bodyOf(await connect('Um nome'));
  bodyOf(await connect('Outro nome'));
  const made = bodyOf(await own.admin.post<Named>('/whatsapp', { name: 'Nova', channel: 'sandbox' }), 201);
  await disconnect(made.id);
  bodyOf(await own.admin.put(`/whatsapp/${made.id}`, { name: 'Renomeada' }));
  await app.settled();
  expect(events().map(({ type, data }) => [type, data['contact'] ?? data['connection']])).toEqual(
    expect.arrayContaining([
      ['contact.updated', expect.objectContaining({ id: own.contact.id, name: 'Outro nome' })],
      ['connection.status', expect.objectContaining({ id: made.id, status: 'CONNECTED' })],
      ['connection.status', expect.objectContaining({ id: made.id, status: 'DISCONNECTED' })],
    ]),
  );
  expect(types().filter((type) => type === 'connection.status')).toHaveLength(2);
  expect(JSON.stringify(events())).not.toContain('token');
});

test('a company without endpoints, or with none for the event, writes nothing', async () => {
  const own = await world(app);
  await endpoint(own, ['contact.updated'], { active: false });
  await own.customer().writes('Oi');
  const jobs = await app.database.query<{ name: string }>(
    "select name from outbox_jobs where name like 'on:WebhookListener%' and company_id = $1",
    [own.companyId],
  );
  expect(jobs).toEqual([]);
  await app.settled();
  expect(receiver.requests).toEqual([]);
});

test('what fails is tried again after 30 seconds, 5 minutes, …, then given up; replay sends the same id', async () => {
  const own = await world(app);
  receiver.answer = (_request, response) => void response.writeHead(503).end('volto já');
  const { id } = await endpoint(own, ['contact.updated']);
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Novo nome' }));
  await app.settled();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const [delivery] = await deliveries(own, id);
    expect(delivery).toMatchObject({ status: 'waiting', attempts: attempt, responseStatus: 503, excerpt: 'volto já' });
    const job = "select last_error from outbox_jobs where name = 'deliver-webhook' and company_id = $1";
    expect(await app.database.query(job, [own.companyId])).toEqual([{ last_error: 'HTTP 503' }]);
    waits.push(Math.round((Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()) / 1000));
    await nextAttempt();
  }
  for (const [index, seconds] of [30, 300, 1_800, 7_200, 28_800].entries())
    expect(Math.abs((waits[index] ?? 0) - seconds)).toBeLessThan(10);
  const [given] = await deliveries(own, id);
  expect(given).toMatchObject({ status: 'failed', attempts: 6, nextAttemptAt: null });
  expect((await current(own, id)).failingSince).not.toBeNull();
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  bodyOf(await own.admin.post(`/webhook-deliveries/${given?.id}/replay`));
  await app.settled();
  expect((await deliveries(own, id))[0]).toMatchObject({ id: given?.id, status: 'delivered', responseStatus: 204 });
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([given?.eventId]));
  expect((await current(own, id)).failingSince).toBeNull();
});

test('after three days of failure it is disabled, and the administrators are told', async () => {
  const own = await world(app);
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  const { id } = await endpoint(own, ['contact.updated']);
  await app.database.query("update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1", [
    id,
  ]);
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Novo nome' }));
  await app.settled();
  expect(await current(own, id)).toMatchObject({ active: false, disabledAt: expect.any(String) });
  const { entries } = bodyOf(
    await own.admin.get<{ entries: { action: string }[] }>(`/audit?subject=webhookEndpoint:${id}`),
  );
  expect(entries[0]?.action).toBe('webhookEndpoint.disabled');
  const outbox = join(app.config.dataDir, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
  expect(mails.filter((mail) => mail.includes(`To: ${own.admin.me.email}`))).toEqual([
    expect.stringContaining('Um webhook foi desativado'),
  ]);
  // its waiting delivery is given up
  await nextAttempt();
  expect((await deliveries(own, id))[0]?.status).toBe('failed');
  expect(await own.admin.post(`/webhook-endpoints/${id}/test`)).toMatchObject({
    status: 409,
    body: { code: 'ERR_WEBHOOK_INACTIVE' },
  });
  bodyOf(await own.admin.put(`/webhook-endpoints/${id}`, { active: true }));
  expect(await current(own, id)).toMatchObject({ active: true, failingSince: null, disabledAt: null });
});

test('receivers that never answer delay nobody, not even the messages of their companies', async () => {
  const [innocent, ...guilty] = await Promise.all(Array.from({ length: 5 }, () => world(app)));
  const hanging: ServerResponse[] = [];
  if (!innocent || !guilty[0]) throw new Error('no worlds');
  const conversations = await Promise.all(
    [innocent, guilty[0]].map(async (by) => {
      const customer = by.customer();
      const ticket = await customer.says('Oi');
      bodyOf(await by.attendant.put(`/tickets/${ticket.id}`, { status: 'open' }));
      return { by, customer, ticket };
    }),
  );
  await app.settled();
  receiver.answer = (_request, response) => void hanging.push(response);
  await Promise.all(
    guilty.map(async (by) => {
      const { id } = await endpoint(by, ['ticket.closed']);
      for (let n = 0; n < 30; n += 1) bodyOf(await by.admin.post(`/webhook-endpoints/${id}/test`), 201);
    }),
  );
  await until('the receiver hangs', () => hanging.length >= 16);
  for (const { by, customer, ticket } of conversations) {
    bodyOf(await by.attendant.post(`/messages/${ticket.id}`, { body: 'Olá!' }), 201);
    await until('it is sent', async () => (await customer.sees()).some(({ body }) => body === 'Olá!'), 8_000);
  }
  // half of the slots; those of before gave up after ten seconds
  expect(hanging.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(16);
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  for (const response of hanging) response.writeHead(204).end();
  await app.settled();
  expect(receiver.requests).toHaveLength(120);
});

test('the outbox keeps no text of customers', async () => {
  const own = await world(app);
  await endpoint(own, ['message.received']);
  const add = jest.spyOn(app.nest.get(Jobs), 'addAll');
  await own.customer().says('Meu segredo');
  const stored = add.mock.calls.flatMap(([jobs]) => jobs);
  add.mockRestore();
  expect(stored.map(({ name }) => name)).toContain('on:WebhookListener.messageReceived');
  expect(JSON.stringify(stored)).not.toContain('Meu segredo');
});

test('a delivery whose job failed for good is sent by a replay', async () => {
  const own = await world(app);
  const { id } = await endpoint(own, ['ticket.closed']);
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  const { id: deliveryId } = bodyOf(await own.admin.post<Delivery>(`/webhook-endpoints/${id}/test`), 201);
  await app.settled();
  await app.database.query('update outbox_jobs set failed_at = now() where key = $1', [`webhook:${deliveryId}`]);
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  bodyOf(await own.admin.post(`/webhook-deliveries/${deliveryId}/replay`));
  await app.settled();
  expect((await deliveries(own, id))[0]).toMatchObject({ id: deliveryId, status: 'delivered' });
});

test('what follows the path of an address is neither in the audit log nor in mails', async () => {
  const own = await world(app);
  const url = `${receiver.url}/eventos`;
  const { id } = await endpoint(own, ['contact.updated'], { url: `${url}?token=segredo` });
  bodyOf(await own.admin.put(`/webhook-endpoints/${id}`, { description: 'ERP' }));
  bodyOf(await own.admin.post(`/webhook-endpoints/${id}/secret`));
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  await app.database.query("update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1", [
    id,
  ]);
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Novo nome' }));
  await app.settled();
  bodyOf(await own.admin.delete(`/webhook-endpoints/${id}`));
  const entries = await app.database.query<{ action: string; name: string; text: string }>(
    `select action, data->>'name' as name, data::text as text from audit_entries where company_id = $1
     and action like 'webhookEndpoint.%' order by id`,
    [own.companyId],
  );
  expect(entries.map(({ action, name }) => [action, name])).toEqual(
    ['created', 'updated', 'secretRotated', 'disabled', 'deleted'].map((verb) => [`webhookEndpoint.${verb}`, url]),
  );
  const outbox = join(app.config.dataDir, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
  expect(JSON.stringify([entries, mails])).not.toContain('token=segredo');
  expect(mails.filter((mail) => mail.includes(`To: ${own.admin.me.email}`))).toHaveLength(1);
});

test('a test event goes out; the secret is shown, replaced, and never in lists', async () => {
  const own = await world(app);
  const { id, secret = '' } = await endpoint(own, ['ticket.closed']);
  expect(secret).toMatch(/^whsec_/);
  bodyOf(await own.admin.post(`/webhook-endpoints/${id}/test`), 201);
  await app.settled();
  expect(types()).toEqual(['test']);
  const [first] = receiver.requests;
  expect(first && isSigned(first, secret)).toBe(true);
  expect(bodyOf(await own.admin.get(`/webhook-endpoints/${id}/secret`))).toEqual({ secret });
  const { secret: next } = bodyOf(await own.admin.post<{ secret: string }>(`/webhook-endpoints/${id}/secret`));
  expect(next).not.toBe(secret);
  bodyOf(await own.admin.post(`/webhook-endpoints/${id}/test`), 201);
  await app.settled();
  const last = receiver.requests.at(-1);
  expect(last && [isSigned(last, next), isSigned(last, secret)]).toEqual([true, false]);
  expect(JSON.stringify(bodyOf(await own.admin.get('/webhook-endpoints')))).not.toContain('whsec_');
  const stored = await app.database.query<{ secret: string }>('select secret from webhook_endpoints where id = $1', [
    id,
  ]);
  expect(stored[0]?.secret).not.toContain(next);
});

test('private addresses, redirects and slow receivers are failures that the log explains', async () => {
  const own = await world(app);
  const refused = await endpoint(own, ['contact.updated'], { url: 'http://10.0.0.1/eventos' });
  const redirected = await endpoint(own, ['contact.updated']);
  receiver.answer = (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Novo nome' }));
  await app.settled();
  const [[first], [second]] = [await deliveries(own, refused.id), await deliveries(own, redirected.id)];
  expect(first).toMatchObject({
    status: 'waiting',
    responseStatus: null,
    excerpt: expect.stringContaining('10.0.0.1'),
  });
  expect(second).toMatchObject({ status: 'waiting', excerpt: expect.stringContaining('redirecionamentos') });
  for (const url of ['ftp://x.test', 'https://', 'https://a:b@x.test/', 'nada'])
    expect(await own.admin.post('/webhook-endpoints', { url, events: ['ticket.closed'] })).toMatchObject({
      status: 400,
      body: { fields: { url: expect.any(String) } },
    });
});

test('only managers of companies with the API have webhooks, each their own, twenty at most', async () => {
  const own = await world(app);
  const { id } = await endpoint(own, ['ticket.closed']);
  for (const client of [own.attendant, own.supervisor])
    expect((await client.get('/webhook-endpoints')).status).toBe(403);
  expect((await w.admin.get(`/webhook-endpoints/${id}/deliveries`)).status).toBe(404);
  for (let more = 1; more < 20; more += 1) await endpoint(own, ['ticket.closed'], { active: false });
  expect(await own.admin.post('/webhook-endpoints', { url: receiver.url, events: ['ticket.closed'] })).toMatchObject({
    status: 409,
    body: { code: 'ERR_WEBHOOK_ENDPOINTS_LIMIT' },
  });
  bodyOf(await app.platform.put(`/plans/${own.planId}`, { useExternalApi: false }));
  expect((await own.admin.get('/webhook-endpoints')).status).toBe(403);
  const ticket = await own.customer().says('Oi');
  bodyOf(await own.admin.put<Named>(`/tickets/${ticket.id}`, { status: 'closed' }));
  await app.settled();
  expect(receiver.requests).toEqual([]);
});

test('with a contact its deliveries are erased', async () => {
  const own = await world(app);
  const { id } = await endpoint(own, ['message.received']);
  const customer = own.customer();
  const ticket = await customer.says('Meu segredo');
  await app.settled();
  bodyOf(await own.admin.put(`/tickets/${ticket.id}`, { status: 'closed' }));
  expect(await deliveries(own, id)).toHaveLength(1);
  bodyOf(await own.admin.post(`/contacts/${ticket.contactId}/erase`, { number: customer.number }));
  await app.settled();
  expect(await deliveries(own, id)).toEqual([]);
});

test('a removed endpoint is gone at once, its log and its row by the sweeper', async () => {
  const own = await world(app);
  const { id } = await endpoint(own, ['contact.updated']);
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Novo nome' }));
  await app.settled();
  expect(await deliveries(own, id)).toHaveLength(1);
  const seen = receiver.requests.length;
  bodyOf(await own.admin.delete(`/webhook-endpoints/${id}`));
  expect((await own.admin.get(`/webhook-endpoints/${id}`)).status).toBe(404);
  expect((await own.admin.delete(`/webhook-endpoints/${id}`)).status).toBe(404);
  expect((await own.admin.get(`/webhook-endpoints/${id}/deliveries`)).status).toBe(404);
  bodyOf(await own.admin.put(`/contacts/${own.contact.id}`, { name: 'Mais um nome' }));
  await app.settled();
  expect(receiver.requests).toHaveLength(seen);
  await app.nest.get(Context).run({}, () => app.nest.get(Db).asPlatform(() => app.nest.get(Sweeper).sweep()));
  for (const table of ['webhook_deliveries where endpoint_id', 'webhook_endpoints where id'])
    expect(await app.database.query(`select 1 from ${table} = $1`, [id])).toEqual([]);
});
